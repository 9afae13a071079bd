-- What a build left out of the model although it defines something: a line for each.
alter table model_builds add column warning_text text;
