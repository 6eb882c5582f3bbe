package pagemark.pages.page;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Group;
import pagemark.key.KeyAttribute;
import pagemark.key.UnfitException;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.result.Cost;
import pagemark.pages.result.Items;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Start;
import pagemark.pages.table.FetchPlan.BatchGet;
import pagemark.pages.table.ItemSizes;
import pagemark.pages.table.Pauses;
import pagemark.pages.table.Pauses.KeyReads;
import pagemark.pages.table.TableRead;
import pagemark.pages.table.TableReader;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/// Reads items by their keys, without the index. An item counts only if a page of the listing could
/// show it: it is in the group, meets the listing's conditions, and has not expired.
public final class ItemsReader {
  private final ItemReads reads;
  private final Pauses pauses;

  public ItemsReader(TableReader table, InstantSource clock) {
    this.pauses = Pauses.by(clock);
    this.reads = new ItemReads(table, pauses);
  }

  /// @param group null for those of all groups
  /// @param keys at least one
  /// @throws pagemark.pages.error.PagesException if a key is refused or cannot be read now
  public Items read(Listing listing, @Nullable Group group, List<Start.Item> keys, Room room) {
    Instant began = pauses.now();
    List<TableRead> read = reads.read(listing, "key", keys);
    Map<List<String>, Map<String, AttributeValue>> found = new HashMap<>();
    for (TableRead each : read) {
      for (Map<String, AttributeValue> item : each.items()) {
        found.put(key(listing, item), item);
      }
    }
    found.values().removeIf(item -> !isShown(listing.definition(), group, item, began));
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    List<List<String>> missing = new ArrayList<>();
    for (Start.Item asked : keys) {
      Map<String, AttributeValue> item = found.get(key(listing, asked.key()));
      if (item == null) {
        missing.add(asked.texts());
      } else {
        items.add(listing.attributes().of(item));
      }
    }
    return new Items(listing, items, missing, room.fitting(items), cost(read, items.size(), began));
  }

  private static boolean isShown(
      IndexDefinition definition,
      @Nullable Group group,
      Map<String, AttributeValue> item,
      Instant now) {
    return definition.indexable(item) instanceof Indexed indexed
        && (group == null || indexed.isIn(group))
        && !definition.isExpired(item, now);
  }

  /// The key of an item as text, in which equal numbers are the same.
  private static List<String> key(Listing listing, Map<String, AttributeValue> item) {
    List<String> texts = new ArrayList<>();
    for (KeyAttribute attribute : listing.definition().positions().key()) {
      try {
        texts.add(attribute.text(item));
      } catch (UnfitException e) {
        throw new IllegalStateException("the table's key has another type", e);
      }
    }
    return texts;
  }

  private Cost cost(List<TableRead> reads, int shown, Instant began) {
    int read = reads.stream().mapToInt(TableRead::scanned).sum();
    return new Cost(
        "batch-get",
        0,
        0,
        reads.stream().mapToInt(TableRead::calls).sum(),
        reads.stream().mapToDouble(TableRead::readUnits).sum(),
        reads.size(),
        0,
        Math.max(0, read - shown),
        Duration.ZERO,
        Duration.between(began, pauses.now()));
  }

  /// Reads the items that a request names by their keys, consistently: what was written before is
  /// seen. Costs one round trip, and one for each retry of throttled keys.
  static final class ItemReads {
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
}
