-- The rows of original.json are in the other files of :folder: t for each that agrees.
set client_min_messages = error;
create temp table written as select
    pg_read_file(:'folder' || '/original.json') as original_text, pg_read_file(:'folder' || '/array.json') as array_text,
    pg_read_file(:'folder' || '/broken.json') as broken_text, pg_read_file(:'folder' || '/lines.jsonl') as lines_text;
select original_text::jsonb = array_text::jsonb from written;
select original_text::jsonb = broken_text::jsonb from written;
select original_text::jsonb = (select jsonb_agg(line::jsonb order by number)
    from regexp_split_to_table(rtrim(lines_text, E'\n'), E'\n') with ordinality as split(line, number)) from written;
create temp table name as select distinct name from written, json_array_elements(original_text::json) as row, json_object_keys(row) as name;
select coalesce(max(octet_length(name)), 0) < 64 and count(*) < 1500 as fits from name \gset
\if :fits
    select format('create temp table row_type (%s)', string_agg(format('%I jsonb', name), ',')) from name \gexec
    create temp table expected as select row_number() over () as number, to_json(row) as row
        from written, json_populate_recordset(null::row_type, original_text::json) as row;
    create temp table actual as select row_number() over () as number, to_json(row) as row
        from written, json_populate_recordset(null::row_type, array_text::json) as row;
    select count(*) > 0 and bool_and(expected.row::text is not distinct from actual.row::text)
        from expected full join actual using (number);
\else
    \echo no recordset
\endif
