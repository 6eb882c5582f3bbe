package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import pagemark.entry.Group;
import pagemark.index.IndexStore;
import pagemark.index.PageIndexWriter;
import pagemark.listing.Expiry;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.state.Generation;
import pagemark.sync.IndexCheck;
import pagemark.sync.StreamSync;
import pagemark.sync.SyncFixture;
import pagemark.sync.TableModel;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Posts by tag and by author in a table whose items expire, their index, and a clock that a test
/// moves.
final class ExpiringPosts {
  static final Listings LISTINGS =
      Listings.parse(
          """
          { "posts": {
              "table": "comments", "expires": { "attribute": "ttl" },
              "group": { "attribute": "tags", "each": true },
              "sort": { "attribute": "at", "type": "integer" },
              "key": [ { "attribute": "PK" } ],
              "filters": { "author": { "attribute": "author", "values": "any" } },
              "attributes": "*" },
            "all": {
              "table": "comments", "expires": { "attribute": "ttl" },
              "sort": { "attribute": "at", "type": "integer" },
              "key": [ { "attribute": "PK" } ],
              "filters": { "author": { "attribute": "author", "values": ["a0", "a1"] } },
              "attributes": "*" } }
          """,
          Map.of());
  static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");
  private static final List<String> GROUPS = groups();

  final SyncFixture fixture;
  private final StreamSync consumer;
  Instant now = NOON;

  /// @param written the time of the store, which compares records with it
  ExpiringPosts(IndexStore index, Instant written) {
    fixture = new SyncFixture(index, LISTINGS, TableModel.STREAM, () -> now);
    fixture.table = new TableModel(() -> written);
    consumer = fixture.consumer();
  }

  private static List<String> groups() {
    List<String> groups = new ArrayList<>(List.of(""));
    for (String tag : List.of("t0", "t1", "t2")) {
      groups.add(tag);
      List.of("a0", "a1").forEach(author -> groups.add(tag + "%=author%=" + author));
    }
    return groups;
  }

  static Listing order() {
    return Listings.ordersByExpiry(LISTINGS.byName().values()).getFirst();
  }

  static Map<String, AttributeValue> post(int number, Instant ttl) {
    return post(number, fromN(Long.toString(ttl.getEpochSecond())));
  }

  static Map<String, AttributeValue> post(int number, AttributeValue ttl) {
    return Map.of(
        "PK", fromS("p" + number),
        "at", fromN("" + number),
        "author", fromS("a" + number % 2),
        "tags", fromSs(List.of("t" + number % 3, "t" + (number + 1) % 3)),
        "ttl", ttl);
  }

  void put(int number, Instant ttl) {
    put(post(number, ttl));
  }

  void put(Map<String, AttributeValue> item) {
    deliver(fixture.table.put(item));
  }

  void deliver(DynamodbStreamRecord record) {
    Integer failed = SyncFixture.deliver(consumer, List.of(record));
    if (failed != null) {
      throw new AssertionError("not applied: " + record);
    }
  }

  IndexedTable indexed() {
    return fixture.indexed(UnaryOperator.identity());
  }

  ExpirySweep.Result sweep() {
    return sweep(UnaryOperator.identity());
  }

  ExpirySweep.Result sweep(UnaryOperator<PageIndexWriter> writer) {
    return new ExpirySweep(fixture.indexed(writer), fixture.index.reader(), LISTINGS.all())
        .run(order(), () -> true);
  }

  /// A step that brings the posts to a later time.
  void pass(Duration time) {
    now = now.plus(time);
  }

  /// How many posts a listing's index has in a group.
  long total(String listing, String group) {
    return fixture.dump(serving(listing), group).all().size();
  }

  Generation serving(String listing) {
    return fixture.state.serving(listing).orElseThrow();
  }

  /// How many posts will still be due.
  long due() {
    Generation order = serving(order().name());
    return order.definition().group().hashedGroups().stream()
        .mapToLong(group -> fixture.dump(order, group.text()).all().size())
        .sum();
  }

  /// Requires that every index has exactly the posts that have not expired.
  void assertHolds(String message) {
    Expiry expiry = new Expiry("ttl");
    var items =
        fixture.table.items().stream().filter(item -> !Expiry.isOver(expiry, item, now)).toList();
    IndexCheck check = new IndexCheck(fixture.index.inspector());
    for (Generation generation : fixture.generations()) {
      fixture
          .index
          .inspector()
          .groups(
              generation.id(),
              all -> all.forEach(one -> assertEquals(generation.listing(), one.listing())));
      Optional.of(generation.definition().group())
          .filter(group -> group.buckets() > 0)
          .map(group -> group.hashedGroups().stream().map(Group::text).toList())
          .or(() -> Optional.of(GROUPS))
          .ifPresent(groups -> check.assertHolds(generation, groups, items, message));
    }
  }
}
