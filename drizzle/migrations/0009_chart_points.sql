-- Each range of the charts has a distance of its own: what is read is what is drawn. Four hours is the one that
-- was missing; it begins with what the hours tell.
insert into price_points (asset_id, feed, resolution, time, price, volume, source)
select asset_id, feed, 14400, time, price, volume, source from price_points
where resolution = 3600 and extract(epoch from time)::bigint % 14400 = 0
on conflict do nothing;
--> statement-breakpoint
-- A chart is read from its index alone: the points of one asset lie as far apart in the table as they came.
alter table price_points drop constraint price_points_asset_id_feed_resolution_time_pk,
  add constraint price_points_asset_id_feed_resolution_time_pk primary key (asset_id, feed, resolution, time) include (price, volume);
--> statement-breakpoint
-- That takes pages known to be visible to everybody: the newest hours are looked at every few, not after a day.
alter table price_points set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000);
