package pagemark.key;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Sorts booleans: false, whose score is 0, then true, whose score is 1.
public record BooleanSort() implements SortType.AsScore {
  @Override
  public double score(AttributeValue value) throws UnfitException {
    return AttributeType.present(value.bool(), "must be true or false (BOOL)") ? 1 : 0;
  }

  @Override
  public AttributeValue value(double score) {
    return AttributeValue.fromBool(score > 0);
  }
}
