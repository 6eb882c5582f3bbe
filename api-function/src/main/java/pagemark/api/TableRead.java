package pagemark.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What a read of the table brought.
///
/// @param items in any order
/// @param calls requests sent
/// @param readUnits capacity units consumed
/// @param left what it was asked for and did not read
record TableRead(List<Map<String, AttributeValue>> items, int calls, double readUnits, Left left) {
  TableRead {
    items = List.copyOf(items);
  }

  /// All that it was asked for.
  TableRead(List<Map<String, AttributeValue>> items, int calls, double readUnits) {
    this(items, calls, readUnits, Left.NOTHING);
  }

  /// What DynamoDB did not read.
  ///
  /// @param keys of which nothing is known
  /// @param cut whether a call had more to read than DynamoDB reads in one
  /// @param refusal by which the table or index said that it is too busy
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
