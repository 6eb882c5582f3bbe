-- docs/index-layout.md describes the tables.

CREATE TABLE pm_marker (
  generation TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  nonce TEXT NOT NULL,
  birth BIGINT NOT NULL
);

CREATE TABLE pm_group (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  generation TEXT NOT NULL,
  listing TEXT NOT NULL,
  name BYTEA NOT NULL,
  height SMALLINT NOT NULL DEFAULT 0,
  parts INTEGER NOT NULL DEFAULT 0,
  entries BIGINT NOT NULL DEFAULT 0,
  cells TEXT NOT NULL DEFAULT '',
  period BIGINT NOT NULL DEFAULT 0,
  kept BIGINT NOT NULL DEFAULT 0,
  UNIQUE (generation, listing, name)
);

CREATE TABLE pm_anchor (
  group_id BIGINT NOT NULL,
  level SMALLINT NOT NULL,
  place BYTEA NOT NULL,
  parts INTEGER NOT NULL,
  entries BIGINT NOT NULL,
  cells TEXT NOT NULL,
  PRIMARY KEY (group_id, level, place)
);

CREATE TABLE pm_position (
  group_id BIGINT NOT NULL,
  shard_id SMALLINT NOT NULL,
  place BYTEA NOT NULL,
  cell TEXT NOT NULL,
  PRIMARY KEY (${position_key}) INCLUDE (cell)
);

CREATE INDEX pm_position_cell ON pm_position (group_id, shard_id, cell, place) WHERE cell <> '';

CREATE TABLE pm_fence (
  group_id BIGINT NOT NULL,
  period BIGINT NOT NULL,
  item BYTEA NOT NULL,
  sequence TEXT NOT NULL,
  cell TEXT,
  place BYTEA,
  PRIMARY KEY (group_id, period, item)
);
