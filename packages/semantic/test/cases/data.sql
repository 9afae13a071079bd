-- A small shop with what data has in practice: nulls, duplicates, rows without partner, and moments around changes of
-- the clock (Berlin: 31 March and 27 October 2024 at 01:00 UTC; New York: 10 March at 07:00 and 3 November at 06:00).
create table countries (code varchar, name varchar, continent varchar);
insert into countries values
  ('DE', 'Germany', 'Europe'), ('FR', 'France', 'Europe'), ('US', 'United States', 'America'),
  ('JP', 'Japan', 'Asia'), ('AQ', 'Antarctica', null);

create table customers (
  id integer, name varchar, city varchar, country_code varchar, is_vip boolean, credit double precision,
  signed_up_at timestamp, referrer_id integer, latitude varchar, longitude varchar);
insert into customers values
  (1, 'Ada', 'Berlin', 'DE', true, 100, '2023-12-31 23:30:00', null, '52.52', '13.40'),
  (2, 'Ben', 'Paris', 'FR', false, 50.5, '2024-01-15 08:00:00', 1, '48.86', '2.35'),
  (3, 'Cid', 'Boston', 'US', false, 10, '2024-02-29 12:00:00', 1, null, '-71.06'),
  (4, '100%_off', 'Berlin', 'DE', true, 5, '2024-03-31 00:59:59.999', 2, null, null),
  (5, 'Ada', null, 'US', null, null, '2024-03-31 01:00:00', null, '42.36', '-71.06'),
  (6, 'O''Hara', '', 'JP', false, 0, '2024-10-27 00:30:00', 3, null, null),
  (7, 'back\slash', 'Tokyo', 'JP', true, -20, null, 99, '35.68', '139.69'),
  (8, 'ada', 'Lyon', 'FR', null, 75.25, '2024-06-30 22:30:00', 2, '45.76', '4.84'),
  (9, null, 'Köln', 'DE', false, 30, '2024-12-31 23:59:59.999', null, '50.94', '6.96'),
  (10, 'Zoe', 'Nowhere', 'ZZ', true, 1000, '2024-07-04 00:00:00', 9, null, null);

create table tags (customer_id integer, tag varchar);
insert into tags values
  (1, 'new'), (1, 'big'), (2, 'new'), (3, 'slow'), (3, 'new'), (3, 'big'), (10, 'big'), (77, 'lost');

create table stores (id integer, name varchar, country_code varchar, rent double precision);
insert into stores values
  (1, 'Mitte', 'DE', 1000), (2, 'Marais', 'FR', 1500), (3, 'Harvard', 'US', 2000), (4, 'Online', null, 10),
  (5, 'Empty', 'JP', 700);

create table orders (
  id integer, customer_id integer, store_id integer, status varchar, amount double precision,
  discount double precision, created_at timestamp, paid_at timestamp);
insert into orders values
  (101, 1, 1, 'done', 100, 0, '2023-12-31 22:59:59.999', '2024-01-02 09:00:00'),
  (102, 1, 1, 'done', 40, 10, '2023-12-31 23:00:00', '2023-12-31 23:05:00'),
  (103, 1, 2, 'open', 25.5, null, '2024-01-15 10:00:00', null),
  (104, 2, 2, 'done', 60, 5, '2024-01-31 12:00:00', '2024-02-10 12:00:00'),
  (105, 2, 2, 'cancelled', 15, null, '2024-02-01 00:00:00', null),
  (106, 3, 3, 'done', 80, 0, '2024-02-29 23:30:00', '2024-03-01 00:30:00'),
  (107, 3, 1, 'open', 12.25, 1.25, '2024-03-10 06:59:59', null),
  (108, 3, 3, 'done', 33, null, '2024-03-10 07:00:00', '2024-03-10 07:00:01'),
  (109, 4, 1, 'done', 70, 7, '2024-03-31 00:30:00', '2024-03-31 01:30:00'),
  (110, 4, 1, 'open', 20, null, '2024-03-31 01:30:00', null),
  (111, 5, 3, 'done', 55, 5, '2024-03-31 22:30:00', '2024-04-02 10:00:00'),
  (112, 6, 2, null, 5, null, '2024-04-30 22:00:00', null),
  (113, 6, 4, 'done', 90, 9, '2024-05-15 09:15:00', '2024-05-15 09:16:00'),
  (114, 8, 2, 'done', 45, 0, '2024-06-30 23:59:59.999', '2024-07-01 00:00:00'),
  (115, 8, 2, 'cancelled', 10, null, '2024-07-01 00:00:00', null),
  (116, 1, 1, 'done', 120, 12, '2024-07-15 13:45:30', '2024-07-16 08:00:00'),
  (117, 2, null, 'open', 18, null, '2024-08-14 08:00:00', null),
  (118, 99, 3, 'done', 66, 6, '2024-08-15 07:30:00', '2024-08-15 07:31:00'),
  (119, null, 1, 'done', 7, 0, '2024-08-15 11:59:00', '2024-08-15 11:59:30'),
  (120, 3, 3, 'open', null, null, '2024-10-27 00:30:00', null),
  (121, 3, 1, 'done', 22, 2, '2024-10-27 01:30:00', '2024-10-28 09:00:00'),
  (122, 10, 4, 'done', 200, 20, '2024-11-03 05:30:00', '2024-11-03 05:31:00'),
  (123, 10, 4, 'open', 11, 1, '2024-11-03 06:30:00', null),
  (124, 1, 1, 'done', 35, null, '2024-12-29 23:30:00', '2024-12-30 08:00:00'),
  (125, 9, null, 'done', 16, 0, null, '2024-09-09 09:09:09'),
  (126, 7, 3, '', 3, null, '2024-12-31 23:30:00', null);

create table products (id integer, name varchar, category varchar, price numeric(10, 2));
insert into products values
  (1, 'Pen', 'office', 1.50), (2, 'Desk', 'office', 99.99), (3, 'Lamp', 'home', 20.00), (4, 'Sofa', 'home', 450.00),
  (5, 'Mystery', null, 5.00), (6, 'Unsold', 'garden', 12.00);

create table items (order_id integer, line integer, product_id integer, quantity integer, price numeric(10, 2));
insert into items values
  (101, 1, 2, 1, 99.99), (102, 1, 1, 10, 1.50), (102, 2, 3, 1, 25.00), (103, 1, 1, 17, 1.50), (104, 1, 3, 3, 20.00),
  (106, 1, 3, 2, 20.00), (106, 2, 1, 4, 1.50), (106, 3, 5, 6, 5.00), (108, 1, 3, 1, 18.00), (109, 1, 1, 20, 1.25),
  (109, 2, 3, 2, 22.50), (111, 1, 5, 11, 5.00), (113, 1, 2, 1, 90.00), (116, 1, 4, 1, 120.00), (116, 2, null, 1, 0.00),
  (122, 1, 4, 1, 200.00), (122, 2, 1, null, 1.50), (124, 1, 3, 1, 20.00), (124, 2, 3, 1, 15.00), (999, 1, 1, 5, 1.50);

create table payments (id integer, order_id integer, method varchar, paid double precision);
insert into payments values
  (1, 101, 'card', 60), (2, 101, 'cash', 40), (3, 102, 'card', 30), (4, 104, 'card', 55), (5, 106, 'cash', 80),
  (6, 109, 'card', 63), (7, 111, 'voucher', 25), (8, 111, 'voucher', 25), (9, 113, 'card', 81), (10, 116, 'card', 108),
  (11, 122, 'card', 100), (12, 122, 'card', 80), (13, null, 'cash', 1), (14, 124, null, 35);

create table returns (id integer, customer_id integer, product_id integer, reason varchar, refund double precision, returned_at timestamp);
insert into returns values
  (1, 1, 2, 'broken', 99.99, '2024-01-10 10:00:00'), (2, 1, 1, 'unwanted', 15, '2024-01-20 10:00:00'),
  (3, 3, 3, 'broken', 20, '2024-03-20 10:00:00'), (4, 10, 4, null, 200, '2024-11-20 10:00:00'),
  (5, 2, 3, 'unwanted', 20, '2024-09-05 10:00:00'), (6, null, 3, 'broken', 5, '2024-09-06 10:00:00'),
  (7, 7, 6, 'unwanted', 12, '2024-02-14 10:00:00');

-- A fiscal calendar of 2023 and 2024: its months begin on the 26th of the calendar's month before.
create table fiscal_days (day timestamp, fiscal_month timestamp, fiscal_year timestamp);
insert into fiscal_days
  select day, month_start, case when extract(month from month_start) = 12 then month_start
    else cast(cast(cast(extract(year from month_start) - 1 as integer) as varchar) || '-12-26' as timestamp) end
  from (
    select day, case when extract(day from day) >= 26 then date_trunc('month', day) + interval '25 days'
      else date_trunc('month', day - interval '1 month') + interval '25 days' end as month_start
    from generate_series(timestamp '2022-12-26', timestamp '2024-12-31', interval '1 day') as days(day)) as months;
