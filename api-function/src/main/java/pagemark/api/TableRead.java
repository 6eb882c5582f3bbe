package pagemark.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The result of one round trip to the table.
///
/// @param items in any order
/// @param calls how many requests were sent
/// @param readUnits the capacity units that they consumed
/// @param left what was asked for and not read
record TableRead(List<Map<String, AttributeValue>> items, int calls, double readUnits, Left left) {
  TableRead {
    items = List.copyOf(items);
  }

  /// A read that left nothing.
  TableRead(List<Map<String, AttributeValue>> items, int calls, double readUnits) {
    this(items, calls, readUnits, Left.NOTHING);
  }

  /// What DynamoDB did not read.
  ///
  /// @param keys the keys that were not read, so that nothing is known of their items
  /// @param cut whether a call had more to read than DynamoDB reads in one call
  /// @param refusal the exception with which DynamoDB throttled a call
  record Left(
      List<Map<String, AttributeValue>> keys, boolean cut, Optional<AwsServiceException> refusal) {
    static final Left NOTHING = new Left(List.of(), false, Optional.empty());

    Left {
      keys = List.copyOf(keys);
    }

    static Left ofCut(boolean cut) {
      return new Left(List.of(), cut, Optional.empty());
    }

    private Left plus(Left other) {
      return new Left(both(keys, other.keys), cut || other.cut, refusal.or(() -> other.refusal));
    }
  }

  TableRead plus(TableRead other) {
    return new TableRead(
        both(items, other.items),
        calls + other.calls,
        readUnits + other.readUnits,
        left.plus(other.left));
  }

  private static <T> List<T> both(List<T> some, List<T> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }
}
