package pagemark.pages.unindexed;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import pagemark.entry.Group;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.key.UnfitException;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.listing.Selection;
import pagemark.pages.Definitions;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Listings of notes in partitions that templates name: by write shards, by days, or by shards and
/// the values of a filter.
enum Partitioned {
  SHARDS(
      "\"partition\": {\"attribute\": \"P\", \"template\": \"S#{shard}#{group}\", \"shards\": 5},"),
  DAYS("\"partition\": {\"attribute\": \"P\", \"template\": \"{group}#{sort:uuuuMMdd}\"},"),
  FILTER(
      "\"filterIndexes\": [{\"index\": \"byStars\", \"attribute\": \"P\","
          + " \"template\": \"{group}/{stars}/{shard}\", \"shards\": 2}],");

  static final Group GROUP = new Group("x");
  private final String fields;

  Partitioned(String fields) {
    this.fields = fields;
  }

  String definition() {
    return """
    { "notes": {
        "table": "${TABLE_NAME}", "index": "byTopic",
        %s
        "group": { "attribute": "topic" },
        "sort":  { "attribute": "SK", "type": "datetime", "pattern": "uuuu-MM-dd HH:mm" },
        "key":   [ { "attribute": "PK" } ],
        "filters": { "stars": { "attribute": "stars", "values": ["1", "2", "3"] } },
        "attributes": ["PK"] } }
    """
        .formatted(fields);
  }

  Listing listing() {
    return Definitions.only(definition());
  }

  /// @param shard any number
  Map<String, AttributeValue> note(String key, String at, String stars, int shard) {
    String day = at.substring(0, 10).replace("-", "");
    String partition =
        switch (this) {
          case SHARDS -> "S#" + shard % 5 + "#x";
          case DAYS -> "x#" + day;
          case FILTER -> "x/" + stars + "/" + shard % 2;
        };
    Map<String, AttributeValue> note = new HashMap<>();
    note.put("PK", fromS(key));
    note.put("topic", fromS("x"));
    note.put("SK", fromS(at));
    note.put("stars", fromS(stars));
    note.put("P", fromS(partition));
    return note;
  }

  static PageRequest request(Listing listing, Selection selection, int size) {
    Scope whole = Scope.of(listing, List.of(GROUP.text())).with(Order.ASCENDING);
    return PageRequest.of(
        whole.with(selection).withSize(size), new Start.Numbered(1), Room.ENDLESS);
  }

  static PageRequest at(PageRequest request, CursorPoint point) {
    return PageRequest.of(request.scope(), new Start.Cursor(point, "cursor"), Room.ENDLESS);
  }

  /// The positions that a request pages through, in its order.
  static List<Position> sequence(PageRequest request, List<Map<String, AttributeValue>> notes) {
    IndexDefinition definition = request.scope().listing().definition();
    List<Position> sequence = new ArrayList<>();
    for (Map<String, AttributeValue> note : notes) {
      if (definition.indexable(note) instanceof Indexed(var groups, var entry)
          && groups.contains(request.scope().group())
          && request.scope().selection().holds(entry.cell())) {
        sequence.add(entry.position());
      }
    }
    sequence.sort(Comparator.naturalOrder());
    return sequence;
  }

  static Position position(Listing listing, Map<String, AttributeValue> note) {
    try {
      return listing.definition().positions().position(note);
    } catch (UnfitException e) {
      throw new AssertionError(e);
    }
  }
}
