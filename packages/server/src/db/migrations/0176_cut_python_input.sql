-- Whether the script was given the first of more rows.
alter table python_results add column is_input_cut boolean not null default false;
