-- docs/index-layout.md describes the tables.

CREATE TABLE pm_marker (
  generation TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  nonce TEXT NOT NULL,
  birth INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE pm_group (
  id INTEGER PRIMARY KEY,
  generation TEXT NOT NULL,
  listing TEXT NOT NULL,
  name BLOB NOT NULL,
  height INTEGER NOT NULL DEFAULT 0,
  parts INTEGER NOT NULL DEFAULT 0,
  entries INTEGER NOT NULL DEFAULT 0,
  cells TEXT NOT NULL DEFAULT '',
  period INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  UNIQUE (generation, listing, name)
);

CREATE TABLE pm_anchor (
  group_id INTEGER NOT NULL,
  level INTEGER NOT NULL,
  place BLOB NOT NULL,
  parts INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  cells TEXT NOT NULL,
  PRIMARY KEY (group_id, level, place)
) WITHOUT ROWID;

CREATE TABLE pm_position (
  group_id INTEGER NOT NULL,
  shard_id INTEGER NOT NULL,
  place BLOB NOT NULL,
  cell TEXT NOT NULL,
  PRIMARY KEY (group_id, shard_id, place)
) WITHOUT ROWID;

CREATE INDEX pm_position_cell ON pm_position (group_id, shard_id, cell, place) WHERE cell <> '';

CREATE TABLE pm_fence (
  group_id INTEGER NOT NULL,
  period INTEGER NOT NULL,
  item BLOB NOT NULL,
  sequence TEXT NOT NULL,
  cell TEXT,
  place BLOB,
  PRIMARY KEY (group_id, period, item)
) WITHOUT ROWID;
