-- Full text over what visitors may find. Contentless: the words are kept, the texts stay in listings.
-- remove_diacritics 2 makes stiinte, științe and ştiinţe one word. codes holds the listing's subject, levels, county,
-- places and online as words (sm lpe ccj pth online), so that words and filters are one bounded match.
CREATE VIRTUAL TABLE `listings_fts` USING fts5(
  title, teacher, description, codes,
  content='', contentless_delete=1,
  tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
-- How many listings each scope holds, kept by the database itself so that no writer can forget it.
CREATE TRIGGER `search_entries_counted` AFTER INSERT ON `search_entries` BEGIN
  INSERT INTO `search_counts` (`scope`, `listings`) VALUES (new.scope, 1)
  ON CONFLICT (`scope`) DO UPDATE SET `listings` = `listings` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `search_entries_uncounted` AFTER DELETE ON `search_entries` BEGIN
  UPDATE `search_counts` SET `listings` = `listings` - 1 WHERE `scope` = old.scope;
END;
