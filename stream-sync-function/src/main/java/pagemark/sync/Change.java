package pagemark.sync;

import java.time.Instant;
import java.util.Map;
import pagemark.index.Sequence;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A stream record: what an item was and what it became.
///
/// @param number the record's place in its batch, counted from 0
/// @param isReplayed whether the watch has read the record once more: newer ones of the item may be
///   applied, of shards whose numbers are lower
/// @param createdAt when the item was written, about; never later
/// @param key the item's key attributes
/// @param oldImage empty where the item did not exist before
/// @param newImage empty where the item does not exist any more
record Change(
    int number,
    Sequence sequence,
    boolean isReplayed,
    Instant createdAt,
    Map<String, AttributeValue> key,
    Map<String, AttributeValue> oldImage,
    Map<String, AttributeValue> newImage) {}
