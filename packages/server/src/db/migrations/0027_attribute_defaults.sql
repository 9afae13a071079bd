-- The default of an attribute is a text; what it is as a value of the attribute's type is worked out here, where contexts are
-- read. Null for none, and for a text that is no value of the type. A list is written as JSON, or with commas between.
create function attribute_default(p_type text, p_text text) returns jsonb language plpgsql immutable as $$
declare
  v_list jsonb;
begin
  if p_text is null then return null; end if;
  case p_type
    when 'string' then return to_jsonb(p_text);
    when 'boolean' then return case lower(btrim(p_text)) when 'true' then 'true'::jsonb when 'false' then 'false'::jsonb end;
    when 'number' then return case when p_text ~ '^\s*-?\d+(\.\d+)?([eE][+-]?\d{1,3})?\s*$' then to_jsonb(btrim(p_text)::numeric) end;
    else
      if p_text ~ '^\s*\[' then v_list := p_text::jsonb;
      elsif p_type = 'string_array' then v_list := to_jsonb(array(select btrim(item) from unnest(string_to_array(p_text, ',')) item));
      else v_list := to_jsonb(array(select btrim(item)::numeric from unnest(string_to_array(p_text, ',')) item));
      end if;
      if exists (
        select from jsonb_array_elements(v_list) item
        where jsonb_typeof(item) <> case p_type when 'string_array' then 'string' else 'number' end
      ) then return null; end if;
      return v_list;
  end case;
exception when others then return null;
end $$;

alter table user_attributes
  add column default_json jsonb generated always as (attribute_default(type, default_value)) stored;

drop trigger user_attributes_tell on user_attributes;
create trigger user_attributes_tell after insert or update or delete or truncate
on user_attributes for each statement execute function tell_credential_change();
