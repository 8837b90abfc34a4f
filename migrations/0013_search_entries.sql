-- What search reads, laid anew: one row for each listing and one full text match for each search. See
-- docs/decisions/0019. The old tables are made of the listings, as the new ones are: nothing is lost with them.
DROP TABLE `listings_fts`;--> statement-breakpoint
DROP TABLE `search_counts`;--> statement-breakpoint
DROP TABLE `search_entries`;--> statement-breakpoint
DROP TABLE `promotion_placements`;--> statement-breakpoint
CREATE TABLE `search_counts` (
	`scope` text PRIMARY KEY NOT NULL,
	`listings` integer NOT NULL,
	`sets` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `search_entries` (
	`position` integer PRIMARY KEY NOT NULL,
	`num` integer NOT NULL,
	`subject` text NOT NULL,
	`county` text NOT NULL,
	`levels` integer NOT NULL,
	`locations` integer NOT NULL,
	`online` integer NOT NULL,
	`price_per_hour` integer NOT NULL,
	`expires_ts` integer NOT NULL,
	`y` integer NOT NULL,
	`x` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_entries_num_unique` ON `search_entries` (`num`);--> statement-breakpoint
CREATE INDEX `search_entries_expiry` ON `search_entries` (`expires_ts`);--> statement-breakpoint
CREATE TABLE `promotion_placements` (
	`slot` integer PRIMARY KEY NOT NULL,
	`promotion_id` text NOT NULL,
	`listing_num` integer NOT NULL,
	`placement` text NOT NULL,
	`subject` text NOT NULL,
	`county` text NOT NULL,
	`starts_ts` integer NOT NULL,
	`ends_ts` integer NOT NULL,
	FOREIGN KEY (`promotion_id`) REFERENCES `promotions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `promotion_placements_promotion` ON `promotion_placements` (`promotion_id`);--> statement-breakpoint
CREATE INDEX `promotion_placements_listing` ON `promotion_placements` (`listing_num`);--> statement-breakpoint
CREATE INDEX `promotion_placements_seats` ON `promotion_placements` (`subject`,`county`,`ends_ts`);--> statement-breakpoint
CREATE INDEX `promotion_placements_end` ON `promotion_placements` (`ends_ts`);
--> statement-breakpoint
-- Contentless: the words are kept, the texts stay in listings. remove_diacritics 2 makes stiinte, științe and ştiinţe
-- one word; with the _ as a letter, codes (_sm _lpe _ccj) are words that no text has. The rowid is the place in the
-- order of newest.
CREATE VIRTUAL TABLE `listings_fts` USING fts5(
  title, teacher, description, codes,
  content='', contentless_delete=1,
  tokenize='unicode61 remove_diacritics 2 tokenchars _'
);
--> statement-breakpoint
-- The same words in the order of prices: the rowid is the price of an hour times 2^34 and the listing's number.
CREATE VIRTUAL TABLE `listings_by_price` USING fts5(
  words,
  content='', contentless_delete=1,
  tokenize='unicode61 remove_diacritics 2 tokenchars _'
);
--> statement-breakpoint
-- The words of promoted listings, in the order of the draw: the rowid is the slot.
CREATE VIRTUAL TABLE `promotions_fts` USING fts5(
  words,
  content='', contentless_delete=1,
  tokenize='unicode61 remove_diacritics 2 tokenchars _'
);
--> statement-breakpoint
-- In which scopes an entry counts (spelled as countScope of features/listings/search-codes has it), and with which
-- signature among what a scope leaves open: levels and locations as bits and online; in a square of the map also the
-- county, and in which of the narrower squares in it (in the narrowest, at which of its points). For prices around a
-- place there are the widest squares in bands of 100 and of 10 lei, by the narrowest in them, and these in the same
-- bands; a row of 10 lei tells the price, too.
CREATE VIEW `search_scopes` AS
SELECT `position`, s.value || ':' || c.value AS `scope`, `levels` || '.' || `locations` || '.' || `online` AS `signature`
FROM `search_entries`, json_each(json_array(`subject`, '*')) s, json_each(json_array(`county`, '*')) c
UNION ALL
SELECT `position`, s.value || ':' || c.value || ':p' || p.key || ':' || printf('%07d', p.value),
  `levels` || '.' || `locations` || '.' || `online`
FROM `search_entries`, json_each(json_array(`subject`, '*')) s, json_each(json_array(`county`, '*')) c,
  json_each(json_array(`price_per_hour`, `price_per_hour` / 100, `price_per_hour` / 1000, `price_per_hour` / 10000)) p
UNION ALL
SELECT `position`, s.value || ':g' || g.key || ':' || (`y` / g.value) || ':' || (`x` / g.value),
  `levels` || '.' || `locations` || '.' || `online` || '.' || `county` || '.' || iif(g.key = '2',
    `y` % 8 * 8 + `x` % 8, `y` * 4 / g.value % 4 * 4 + `x` * 4 / g.value % 4)
FROM `search_entries`, json_each(json_array(`subject`, '*')) s, json_each('{"2":8,"3":32,"4":128}') g
UNION ALL
SELECT `position`, s.value || ':g' || g.key || ':' || (`y` / 128) || ':' || (`x` / 128) || ':'
    || iif(g.key = 'h', printf('%03d', `price_per_hour` / 10000), printf('%04d', `price_per_hour` / 1000)),
  `levels` || '.' || `locations` || '.' || `online` || '.' || `county` || '.' || (`y` % 128 / 8 * 16 + `x` % 128 / 8)
    || iif(g.key = 'h', '', '.' || `price_per_hour`)
FROM `search_entries`, json_each(json_array(`subject`, '*')) s, json_each('{"h":10000,"t":1000}') g
UNION ALL
SELECT `position`, s.value || ':g' || g.key || ':' || (`y` / 8) || ':' || (`x` / 8) || ':'
    || iif(g.key = 'q', printf('%03d', `price_per_hour` / 10000), printf('%04d', `price_per_hour` / 1000)),
  `levels` || '.' || `locations` || '.' || `online` || '.' || `county` || '.' || (`y` % 8 * 8 + `x` % 8)
    || iif(g.key = 'q', '', '.' || `price_per_hour`)
FROM `search_entries`, json_each(json_array(`subject`, '*')) s, json_each('{"q":10000,"p":1000}') g;
--> statement-breakpoint
-- The counts are kept by the database itself, so that no writer can forget them.
CREATE TRIGGER `search_entries_counted` AFTER INSERT ON `search_entries` BEGIN
  INSERT INTO `search_counts` (`scope`, `listings`, `sets`)
  SELECT `scope`, 1, json_object(`signature`, 1) FROM `search_scopes` WHERE `position` = new.`position`
  ON CONFLICT (`scope`) DO UPDATE SET
    `listings` = `listings` + 1,
    `sets` = (
      SELECT json_set(`search_counts`.`sets`, path.value, coalesce(`search_counts`.`sets` ->> path.value, 0) + 1)
      FROM json_each(excluded.`sets`) only, json_each(json_array('$."' || only.key || '"')) path
    );
END;
--> statement-breakpoint
CREATE TRIGGER `search_entries_uncounted` BEFORE DELETE ON `search_entries` BEGIN
  UPDATE `search_counts` SET
    `listings` = `listings` - 1,
    `sets` = iif(`sets` ->> path > 1, json_set(`sets`, path, (`sets` ->> path) - 1), json_remove(`sets`, path))
  FROM (
    SELECT `scope` AS counted, '$."' || `signature` || '"' AS path FROM `search_scopes` WHERE `position` = old.`position`
  )
  WHERE `scope` = counted;
  DELETE FROM `search_counts` WHERE `listings` = 0 AND `scope` IN (
    SELECT `scope` FROM `search_scopes` WHERE `position` = old.`position`
  );
END;
--> statement-breakpoint
CREATE TRIGGER `search_entries_unworded` AFTER DELETE ON `search_entries` BEGIN
  DELETE FROM `listings_fts` WHERE rowid = old.`position`;
  DELETE FROM `listings_by_price` WHERE rowid = old.`price_per_hour` * 17179869184 + old.`num`;
END;
--> statement-breakpoint
CREATE TRIGGER `promotion_placements_unworded` AFTER DELETE ON `promotion_placements` BEGIN
  DELETE FROM `promotions_fts` WHERE rowid = old.`slot`;
END;
--> statement-breakpoint
-- What stands there already: as reindexListings of features/listings/search-index writes it.
insert into search_entries (position, num, subject, county, levels, locations, online, price_per_hour, expires_ts, y, x) select
  ((listings.published_ts / 1000 - 1577836800) * 8388608 + listings.num % 8388608), listings.num, listings.subject, listings.county, (select coalesce(sum(case value when 'kg' then 1 when 'e' then 2 when 'm' then 4 when 'h' then 8 when 'pe' then 16 when 'pb' then 32 when 'pu' then 64 when 'bc' then 128 when 'ms' then 256 when 'phd' then 512 end), 0) from json_each(listings.levels)), (select coalesce(sum(case value when 'th' then 1 when 'lh' then 2 when 'sc' then 4 when 'tc' then 8 when 'o' then 16 end), 0) from json_each(listings.locations)),
  listings.online, listings.price_per_hour, listings.expires_ts, iif(listings.latitude is null or listings.longitude is null, case listings.county when 'ab' then 27214 when 'ar' then 27236 when 'ag' then 26972 when 'bc' then 27314 when 'bh' then 27410 when 'bn' then 27426 when 'bt' then 27550 when 'bv' then 27130 when 'br' then 27054 when 'b' then 26886 when 'bz' then 27030 when 'cs' then 27060 when 'cl' then 26840 when 'cj' then 27354 when 'ct' then 26836 when 'cv' then 27172 when 'db' then 26986 when 'dj' then 26864 when 'gl' then 27086 when 'gr' then 26780 when 'gj' then 27008 when 'hr' then 27272 when 'hd' then 27176 when 'il' then 26912 when 'is' then 27432 when 'if' then 26914 when 'mm' then 27532 when 'mh' then 26926 when 'ms' then 27308 when 'nt' then 27386 when 'ot' then 26886 when 'ph' then 26988 when 'sm' then 27558 when 'sj' then 27438 when 'sb' then 27160 when 'sv' then 27530 when 'tr' then 26794 when 'tm' then 27150 when 'tl' then 27036 when 'vs' then 27328 when 'vl' then 27020 when 'vn' then 27140 end,
  cast((listings.latitude + 90) * 200 + 0.5 as integer)), iif(listings.latitude is null or listings.longitude is null, case listings.county when 'ab' then 40716 when 'ar' then 40262 when 'ag' then 40974 when 'bc' then 41382 when 'bh' then 40384 when 'bn' then 40900 when 'bt' then 41334 when 'bv' then 41120 when 'br' then 41594 when 'b' then 41220 when 'bz' then 41364 when 'cs' then 40378 when 'cl' then 41466 when 'cj' then 40718 when 'ct' then 41728 when 'cv' then 41158 when 'db' then 41092 when 'dj' then 40760 when 'gl' then 41608 when 'gr' then 41194 when 'gj' then 40654 when 'hr' then 41160 when 'hd' then 40580 when 'il' then 41474 when 'is' then 41518 when 'if' then 41190 when 'mm' then 40716 when 'mh' then 40532 when 'ms' then 40912 when 'nt' then 41274 when 'ot' then 40872 when 'ph' then 41204 when 'sm' then 40576 when 'sj' then 40612 when 'sb' then 40830 when 'sv' then 41252 when 'tr' then 41066 when 'tm' then 40246 when 'tl' then 41760 when 'vs' then 41546 when 'vl' then 40874 when 'vn' then 41436 end,
  cast((listings.longitude + 180) * 200 + 0.5 as integer))
  from listings join users on users.id = listings.owner_id where ("listings"."state" = 'published' and "listings"."expires_ts" > cast(unixepoch('subsec') * 1000 as integer) and "users"."disabled_ts" is null);
--> statement-breakpoint
insert into listings_fts (rowid, title, teacher, description, codes)
  select search_entries.position, replace(listings.title, '_', ' '), replace(users.first_name || ' ' || users.last_name, '_', ' '), replace(listings.description, '_', ' '), '_a _s' || search_entries.subject || ' _c' || search_entries.county || iif(search_entries.online, ' _o', '') || (select coalesce(group_concat(' _l' || value, ''), '') from json_each(listings.levels)) || (select coalesce(group_concat(' _t' || value, ''), '') from json_each(listings.locations)) || ' _p0_' || (search_entries.price_per_hour / 1) || ' _p1_' || (search_entries.price_per_hour / 100) || ' _p2_' || (search_entries.price_per_hour / 1000) || ' _p3_' || (search_entries.price_per_hour / 10000) || ' _g0_' || (search_entries.y / 1) || '_' || (search_entries.x / 1) || ' _g1_' || (search_entries.y / 2) || '_' || (search_entries.x / 2) || ' _g2_' || (search_entries.y / 8) || '_' || (search_entries.x / 8) || ' _g3_' || (search_entries.y / 32) || '_' || (search_entries.x / 32) || ' _g4_' || (search_entries.y / 128) || '_' || (search_entries.x / 128)
  from listings join users on users.id = listings.owner_id join search_entries on search_entries.num = listings.num;
--> statement-breakpoint
insert into listings_by_price (rowid, words) select (search_entries.price_per_hour * 17179869184 + search_entries.num), replace(listings.title, '_', ' ') || ' ' || replace(users.first_name || ' ' || users.last_name, '_', ' ') || ' ' || replace(listings.description, '_', ' ') || ' ' || '_a _s' || search_entries.subject || ' _c' || search_entries.county || iif(search_entries.online, ' _o', '') || (select coalesce(group_concat(' _l' || value, ''), '') from json_each(listings.levels)) || (select coalesce(group_concat(' _t' || value, ''), '') from json_each(listings.locations)) || ' _p0_' || (search_entries.price_per_hour / 1) || ' _p1_' || (search_entries.price_per_hour / 100) || ' _p2_' || (search_entries.price_per_hour / 1000) || ' _p3_' || (search_entries.price_per_hour / 10000) || ' _g0_' || (search_entries.y / 1) || '_' || (search_entries.x / 1) || ' _g1_' || (search_entries.y / 2) || '_' || (search_entries.x / 2) || ' _g2_' || (search_entries.y / 8) || '_' || (search_entries.x / 8) || ' _g3_' || (search_entries.y / 32) || '_' || (search_entries.x / 32) || ' _g4_' || (search_entries.y / 128) || '_' || (search_entries.x / 128) from listings join users on users.id = listings.owner_id join search_entries on search_entries.num = listings.num;
--> statement-breakpoint
insert into promotion_placements
  (slot, promotion_id, listing_num, placement, subject, county, starts_ts, ends_ts)
  select promotions.draw * 4194304 + listings.num % 4194304, promotions.id, listings.num,
  promotions.placement, search_entries.subject, search_entries.county, promotions.starts_ts, promotions.ends_ts
  from listings join users on users.id = listings.owner_id join search_entries on search_entries.num = listings.num join promotions on promotions.listing_id = listings.id where promotions.revoked_ts is null and promotions.ends_ts > cast(unixepoch('subsec') * 1000 as integer);
--> statement-breakpoint
insert into promotions_fts (rowid, words)
  select promotion_placements.slot, '_m' || promotion_placements.placement || ' ' || replace(listings.title, '_', ' ') || ' ' || replace(users.first_name || ' ' || users.last_name, '_', ' ') || ' ' || replace(listings.description, '_', ' ') || ' ' || '_a _s' || search_entries.subject || ' _c' || search_entries.county || iif(search_entries.online, ' _o', '') || (select coalesce(group_concat(' _l' || value, ''), '') from json_each(listings.levels)) || (select coalesce(group_concat(' _t' || value, ''), '') from json_each(listings.locations)) || ' _p0_' || (search_entries.price_per_hour / 1) || ' _p1_' || (search_entries.price_per_hour / 100) || ' _p2_' || (search_entries.price_per_hour / 1000) || ' _p3_' || (search_entries.price_per_hour / 10000) || ' _g0_' || (search_entries.y / 1) || '_' || (search_entries.x / 1) || ' _g1_' || (search_entries.y / 2) || '_' || (search_entries.x / 2) || ' _g2_' || (search_entries.y / 8) || '_' || (search_entries.x / 8) || ' _g3_' || (search_entries.y / 32) || '_' || (search_entries.x / 32) || ' _g4_' || (search_entries.y / 128) || '_' || (search_entries.x / 128)
  from listings join users on users.id = listings.owner_id join search_entries on search_entries.num = listings.num join promotion_placements on promotion_placements.listing_num = listings.num;
