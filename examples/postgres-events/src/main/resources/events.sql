CREATE TABLE events (
  user_id text NOT NULL CHECK (octet_length(user_id) BETWEEN 1 AND 2048),
  shard_id smallint NOT NULL CHECK (shard_id BETWEEN 0 AND 3),
  event_ts timestamptz NOT NULL CHECK (event_ts >= '1970-01-01Z' AND event_ts < '2255-01-01Z'),
  kind text NOT NULL,
  -- In YugabyteDB: PRIMARY KEY ((user_id, shard_id) HASH, event_ts DESC).
  PRIMARY KEY (user_id, shard_id, event_ts)
);

-- An update and a deletion tell the whole row as it was before.
ALTER TABLE events REPLICA IDENTITY FULL;
CREATE PUBLICATION events FOR TABLE events;

-- One row: the generation of the index that serves, which is the name of its slot, too.
CREATE TABLE event_index (slot text NOT NULL);
