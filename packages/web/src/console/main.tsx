document.body.append('console');
