package pagemark.sync;

import java.time.Instant;
import java.util.Map;
import pagemark.index.Sequence;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A stream record: an item before and after one write.
///
/// @param number the record's index in its batch, from 0
/// @param isReplayed whether the watch has read the record again. The index may then already have
///   newer changes of the item, from a later shard with lower numbers
/// @param createdAt the approximate time of the write, never later than the write
/// @param key the item's key attributes
/// @param oldImage empty if the item did not exist before
/// @param newImage empty if the item was deleted
record Change(
    int number,
    Sequence sequence,
    boolean isReplayed,
    Instant createdAt,
    Map<String, AttributeValue> key,
    Map<String, AttributeValue> oldImage,
    Map<String, AttributeValue> newImage) {}
