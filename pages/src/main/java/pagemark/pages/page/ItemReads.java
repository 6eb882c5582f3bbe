package pagemark.pages.page;

import java.util.List;
import java.util.SequencedMap;
import pagemark.listing.Listing;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.scope.Start;
import pagemark.pages.table.FetchPlan.BatchGet;
import pagemark.pages.table.ItemSizes;
import pagemark.pages.table.KeyReads;
import pagemark.pages.table.Pauses;
import pagemark.pages.table.TableRead;
import pagemark.pages.table.TableReader;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/// Reads the items that a request names by their keys, consistently: what was written before is
/// seen. Costs one round trip, and one for each retry of throttled keys.
final class ItemReads {
  private static final String SORT_KEY_FORM =
      "1 to 2048 bytes in the table's partition key, at most 1024 bytes in the table's sort key";

  private final TableReader table;
  private final Pauses pauses;
  private final ItemSizes sizes = new ItemSizes();

  ItemReads(TableReader table, Pauses pauses) {
    this.table = table;
    this.pauses = pauses;
  }

  /// DynamoDB refuses a sort key of more than 1,024 bytes, and the caller is then told so. This
  /// cannot be checked earlier: a listing does not say which attribute of the key is the table's
  /// sort key, and a partition key may be longer.
  ///
  /// @param parameter the one that names the items
  /// @param items at least one
  /// @return a read for each round trip
  List<TableRead> read(Listing listing, String parameter, List<Start.Item> items) {
    List<SequencedMap<String, AttributeValue>> keys =
        items.stream().map(Start.Item::key).distinct().toList();
    long bytes = sizes.isKnown(listing) ? sizes.ofTable(listing) : ItemSizes.MAX;
    BatchGet get = BatchGet.of(List.copyOf(keys), bytes, true);
    try {
      return new KeyReads(table, pauses)
          .read(
              listing,
              get,
              pauses.now(),
              read -> {
                sizes.learn(listing, get, read);
                return false;
              });
    } catch (DynamoDbException e) {
      throw items.stream()
          .filter(_ -> isRefusedKey(e))
          .flatMap(item -> item.longText().stream())
          .findFirst()
          .<RuntimeException>map(text -> new InvalidParameter(parameter, text, SORT_KEY_FORM))
          .orElse(e);
    }
  }

  private static boolean isRefusedKey(DynamoDbException e) {
    return e.awsErrorDetails() != null
        && "ValidationException".equals(e.awsErrorDetails().errorCode());
  }
}
