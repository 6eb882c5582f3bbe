package pagemark.sync;

import java.time.Instant;
import java.util.Map;
import pagemark.index.Sequence;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A stream record: an item before and after one write.
///
/// @param number the record's index in its batch, from 0
/// @param proof whether its images prove where the item is
/// @param createdAt the approximate time of the write, never later than the write
/// @param key the item's key attributes
/// @param oldImage empty if the item did not exist before
/// @param newImage empty if the item was deleted
record Change(
    int number,
    Sequence sequence,
    Proof proof,
    Instant createdAt,
    Map<String, AttributeValue> key,
    Map<String, AttributeValue> oldImage,
    Map<String, AttributeValue> newImage) {
  /// What a record's images prove. Without proof, its item is read from the table.
  enum Proof {
    /// Where the item is, unless the record is too old.
    IMAGES,
    /// Nothing: the watch has read the record again. The index may already have newer changes of
    /// the item, from a later shard with lower numbers.
    REPLAYED,
    /// Nothing: an image is missing that the record should have.
    UNREADABLE
  }
}
