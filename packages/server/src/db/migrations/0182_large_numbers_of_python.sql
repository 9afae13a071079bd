-- Names of the columns in which texts of digits are numbers of the script, too large for a double.
alter table python_results add column large_number_columns json not null default '[]';
