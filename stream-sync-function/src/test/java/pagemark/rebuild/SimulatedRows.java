package pagemark.rebuild;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The rows of a [SimulatedRebuild]. Their order in the table says nothing of their order in a
/// group. Keys have 16 bytes.
///
/// @param groups all rows are of so many groups
record SimulatedRows(int rows, int groups) {
  static final Listing LISTING =
      Listings.parse(
              """
              { "comments": {
                  "table": "comments",
                  "group": { "attribute": "product" },
                  "sort":  { "attribute": "at", "type": "integer" },
                  "key":   [ { "attribute": "id" } ],
                  "attributes": "*" } }
              """,
              Map.of())
          .find("comments")
          .orElseThrow();

  Map<String, AttributeValue> item(long row) {
    SplittableRandom random = new SplittableRandom(row);
    return Map.of(
        "id", fromS("%016x".formatted(random.nextLong())),
        "product", fromS("shirt" + random.nextInt(groups)),
        "at", fromN("" + random.nextLong(1_000_000_000L)));
  }

  /// The groups that have rows.
  List<Group> names() {
    return LongStream.range(0, rows)
        .mapToObj(row -> LISTING.definition().indexable(item(row)))
        .flatMap(indexable -> ((Indexed) indexable).groups().stream())
        .distinct()
        .toList();
  }

  /// What an index must have: the entries of all groups, each group in its order.
  List<Entry> entries() {
    Map<Group, List<Entry>> byGroup = new HashMap<>();
    for (int row = 0; row < rows; row++) {
      Indexed indexed = (Indexed) LISTING.definition().indexable(item(row));
      for (Group group : indexed.groups()) {
        byGroup.computeIfAbsent(group, _ -> new ArrayList<>()).add(indexed.entry());
      }
    }
    return names().stream()
        .flatMap(
            group ->
                byGroup.getOrDefault(group, List.of()).stream()
                    .sorted(Comparator.comparing(Entry::position)))
        .toList();
  }
}
