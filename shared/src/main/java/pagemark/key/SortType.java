package pagemark.key;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// How a sort value is written, in the order of DynamoDB: as a score, where a double holds it
/// exactly, else as bytes.
public sealed interface SortType {
  /// Sort values as scores; see [Layout#SCORE].
  sealed interface AsScore extends SortType permits DatetimeSort, IntegerSort {
    /// The score of `value`, which a double holds exactly.
    ///
    /// @throws UnfitException where `value` is of another DynamoDB type or does not fit
    double score(AttributeValue value) throws UnfitException;

    /// The sort value that has `score`; the inverse of [#score].
    AttributeValue value(double score);
  }

  /// Sort values as bytes; see [Layout#BYTES].
  sealed interface AsBytes extends SortType permits StringSort, NumberSort, BinarySort {
    /// The bytes of `value`, which order as DynamoDB orders it.
    ///
    /// @throws UnfitException where `value` is of another DynamoDB type or does not fit
    Bytes bytes(AttributeValue value) throws UnfitException;

    /// The sort value that has these bytes; the inverse of [#bytes].
    AttributeValue value(Bytes bytes);
  }

  /// The name in listing definitions, such as `datetime`.
  String definitionName();

  /// The pattern of a datetime, null for other types.
  default @Nullable String pattern() {
    return null;
  }
}
