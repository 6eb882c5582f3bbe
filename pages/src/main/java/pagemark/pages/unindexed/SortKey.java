package pagemark.pages.unindexed;

import pagemark.entry.Bytes;
import pagemark.key.BinarySort;
import pagemark.key.NumberSort;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.UnfitException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A sort attribute's value, compared as DynamoDB compares it. It need not fit the listing's type.
public record SortKey(Bytes bytes) implements Comparable<SortKey> {

  /// @param value a string, a number or binary; every sort key is one of these
  public static SortKey of(AttributeValue value) {
    try {
      return new SortKey(type(value).bytes(value));
    } catch (UnfitException e) {
      throw new IllegalArgumentException("no sort key: a value of type " + value.type(), e);
    }
  }

  private static SortType.AsBytes type(AttributeValue value) {
    if (value.n() != null) {
      return new NumberSort();
    }
    return value.b() == null ? new StringSort() : new BinarySort();
  }

  @Override
  public int compareTo(SortKey other) {
    return bytes.compareTo(other.bytes);
  }
}
