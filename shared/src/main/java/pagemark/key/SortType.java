package pagemark.key;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// How a sort value becomes a score that orders as DynamoDB orders the value, and back.
public sealed interface SortType permits DatetimeSort, IntegerSort {
  /// The score of `value`, which a double holds exactly.
  ///
  /// @throws UnfitException where `value` is of another DynamoDB type or does not fit
  double score(AttributeValue value) throws UnfitException;

  /// The sort value that has `score`; the inverse of [#score].
  AttributeValue value(double score);

  /// The name in listing definitions, such as `datetime`.
  String definitionName();

  /// The pattern of a datetime, null for other types.
  default @Nullable String pattern() {
    return null;
  }
}
