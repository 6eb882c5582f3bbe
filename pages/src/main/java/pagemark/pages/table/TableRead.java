package pagemark.pages.table;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import pagemark.pages.error.PagesException.TableUnavailable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The result of one round trip to the table.
///
/// @param items in any order
/// @param scanned how many items were read, also those that a [ValueFilter] left out
/// @param calls how many requests were sent
/// @param readUnits the capacity units that they consumed
/// @param left what was asked for and not read
public record TableRead(
    List<Map<String, AttributeValue>> items, int scanned, int calls, double readUnits, Left left) {
  public TableRead {
    items = List.copyOf(items);
  }

  /// A read without a filter.
  public TableRead(
      List<Map<String, AttributeValue>> items, int calls, double readUnits, Left left) {
    this(items, items.size(), calls, readUnits, left);
  }

  /// What DynamoDB did not read.
  ///
  /// @param keys the keys that were not read, so that nothing is known of their items
  /// @param cut whether a call had more to read than DynamoDB reads in one call
  /// @param next where the next Query of the same range continues; empty if the range has no more
  ///   items, and if several calls were sent
  /// @param refusal what to throw if the keys are not read later; empty if no call was throttled
  public record Left(
      List<Map<String, AttributeValue>> keys,
      boolean cut,
      Map<String, AttributeValue> next,
      Optional<TableUnavailable> refusal) {
    public static final Left NOTHING = new Left(List.of(), false, Map.of(), Optional.empty());

    public Left {
      keys = List.copyOf(keys);
      next = Map.copyOf(next);
    }

    /// The rest of a Query.
    public static Left of(Map<String, AttributeValue> next, boolean cut) {
      return new Left(List.of(), cut, next, Optional.empty());
    }

    /// The rest of a BatchGetItem.
    public static Left ofKeys(List<Map<String, AttributeValue>> keys, boolean cut) {
      return new Left(keys, cut, Map.of(), Optional.empty());
    }

    private Left plus(Left other) {
      return new Left(
          both(keys, other.keys), cut || other.cut, Map.of(), refusal.or(() -> other.refusal));
    }
  }

  /// Both results as one, of calls that were sent in parallel.
  public TableRead plus(TableRead other) {
    return new TableRead(
        both(items, other.items),
        scanned + other.scanned,
        calls + other.calls,
        readUnits + other.readUnits,
        left.plus(other.left));
  }

  private static <T> List<T> both(List<T> some, List<T> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }
}
