-- docs/index-layout.md describes the tables. Keys are bytes: no collation orders them.

CREATE TABLE pm_marker (
  generation VARBINARY(64) PRIMARY KEY,
  state VARCHAR(8) NOT NULL,
  nonce VARCHAR(64) NOT NULL,
  birth BIGINT NOT NULL
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET = utf8mb4;

CREATE TABLE pm_group (
  id BIGINT PRIMARY KEY AUTO_INCREMENT,
  generation VARBINARY(64) NOT NULL,
  listing VARBINARY(64) NOT NULL,
  name VARBINARY(2048) NOT NULL,
  height SMALLINT NOT NULL DEFAULT 0,
  parts INTEGER NOT NULL DEFAULT 0,
  entries BIGINT NOT NULL DEFAULT 0,
  cells MEDIUMTEXT NOT NULL DEFAULT (''),
  period BIGINT NOT NULL DEFAULT 0,
  kept BIGINT NOT NULL DEFAULT 0,
  UNIQUE (generation, listing, name)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET = utf8mb4;

CREATE TABLE pm_anchor (
  group_id BIGINT NOT NULL,
  level SMALLINT NOT NULL,
  place VARBINARY(2800) NOT NULL,
  parts INTEGER NOT NULL,
  entries BIGINT NOT NULL,
  cells MEDIUMTEXT NOT NULL,
  PRIMARY KEY (group_id, level, place)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET = utf8mb4;

CREATE TABLE pm_position (
  group_id BIGINT NOT NULL,
  shard_id SMALLINT NOT NULL,
  place VARBINARY(2800) NOT NULL,
  cell VARBINARY(64) NOT NULL,
  PRIMARY KEY (group_id, shard_id, place),
  INDEX pm_position_cell (group_id, shard_id, cell, place)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET = utf8mb4;

CREATE TABLE pm_fence (
  group_id BIGINT NOT NULL,
  period BIGINT NOT NULL,
  item VARBINARY(2800) NOT NULL,
  sequence VARCHAR(40) NOT NULL,
  cell VARBINARY(64),
  place VARBINARY(2800),
  PRIMARY KEY (group_id, period, item)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET = utf8mb4;
