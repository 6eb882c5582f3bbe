package pagemark.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

final class WriteCostTest {
  /// An item of 1,024 bytes, the attribute's name included, takes one unit.
  @Test
  void eachBegunKilobyteIsAUnitInTheTableAndInEachIndex() {
    WriteCost cost =
        WriteCost.of(
            TableDescription.builder()
                .globalSecondaryIndexes(GlobalSecondaryIndexDescription.builder().build())
                .localSecondaryIndexes(LocalSecondaryIndexDescription.builder().build())
                .build());

    assertEquals(
        "at most 12 write units, about $0.0000 on demand in us-east-1",
        cost.told(Stream.of(item(1_023), item(1_024), item(0))));
    assertEquals(
        "at most 3 write units for each KB of an item; a million cost about $0.625 on demand in"
            + " us-east-1",
        cost.told());
  }

  @Test
  void aTableWithoutIndexesCostsOneUnitAnItem() {
    WriteCost cost = WriteCost.of(TableDescription.builder().build());

    assertEquals(
        "at most 10,000 write units, about $0.0063 on demand in us-east-1",
        cost.told(Stream.generate(() -> item(5)).limit(10_000)));
  }

  private static Map<String, AttributeValue> item(int bytes) {
    return Map.of("k", AttributeValue.fromS("x".repeat(bytes)));
  }
}
