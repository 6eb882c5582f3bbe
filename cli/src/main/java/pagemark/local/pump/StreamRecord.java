package pagemark.local.pump;

import com.fasterxml.jackson.databind.JsonNode;

/// A record of a stream.
///
/// @param sequenceNumber unique in its shard, and what the function names where it fails
/// @param json the record as it stands in an event's `Records`
record StreamRecord(String sequenceNumber, JsonNode json) {}
