package pagemark.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import pagemark.audit.Audit.AuditSetup;
import pagemark.audit.AuditResult.Count;
import pagemark.entry.Entry;
import pagemark.function.AuditHandler;
import pagemark.index.Extent;
import pagemark.index.GroupDump;
import pagemark.index.GroupWrite;
import pagemark.index.IndexServer;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;
import pagemark.index.WriteResult;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.redis.RedisTopology;
import pagemark.services.TestContext;
import pagemark.state.Generation;
import pagemark.sync.IndexCheck;
import pagemark.sync.LocalServers;
import pagemark.sync.StreamReader;
import pagemark.sync.StreamSync;
import pagemark.sync.StreamedTable;
import pagemark.sync.SyncFixture;
import pagemark.sync.TableWrites;
import redis.clients.jedis.Jedis;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Audits of a damaged index, in both layouts, with and without filters.
@ParameterizedClass
@MethodSource("pagemark.sync.AnyStore#redisAndSql")
@TakesLong(value = 15, nightly = 40)
final class AuditIT {
  private static final int ITEMS = Extent.of(120, 400);
  private static final List<String> GROUPS = List.of("A", "B", "C", "x", "y", "nowhere else");

  private static final String FILTERED =
      """
      "filters": { "rating":   { "attribute": "rating", "values": [1, 2] },
                   "language": { "attribute": "language", "values": ["de", "en"] } },
      """;

  private static final Listings LISTINGS =
      Listings.parse(
          "{"
              + listing(
                  "score-filtered",
                  "SK",
                  "\"datetime\", \"pattern\": \"uuuu-MM-dd HH:mm\"",
                  FILTERED)
              + ", "
              + listing("score-plain", "likes", "\"integer\"", "")
              + ", "
              + listing("bytes-filtered", "SK", "\"string\"", FILTERED)
              + ", "
              + listing("bytes-plain", "likes", "\"number\"", "")
              + "}",
          Map.of());

  private static String listing(String name, String sort, String type, String filters) {
    return """
    "%s": { "table": "comments", "group": { "attribute": "PK2" },
            "sort":  { "attribute": "%s", "type": %s },
            "key":   [ { "attribute": "PK" } ], %s
            "attributes": "*" }
    """
        .formatted(name, sort, type, filters);
  }

  private static @Nullable Filled filled;

  private final IndexServer server;
  private final LocalServers servers;
  private final StreamedTable table;

  AuditIT(IndexServer server) {
    this.server = server;
    this.servers = requireNonNull(filled).servers();
    this.table = requireNonNull(filled).table();
  }

  /// Shared by all tests, which do not change it.
  private record Filled(LocalServers servers, StreamedTable table) {}

  @BeforeParameterizedClassInvocation
  static void fill(IndexServer server) {
    LocalServers servers = new LocalServers(server);
    StreamedTable table = servers.createTable();
    for (Listing listing : LISTINGS.byName().values()) {
      assertTrue(servers.ensure(listing, table));
    }
    new TableWrites(servers.dynamo, table.name())
        .put(IntStream.range(0, ITEMS).mapToObj(AuditIT::item).toList());
    StreamSync consumer = servers.consumer(LISTINGS, table);
    assertEquals(
        null, SyncFixture.deliver(consumer, new StreamReader(servers.records(table)).more()));
    filled = new Filled(servers, table);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    requireNonNull(filled).servers().close();
  }

  private static Map<String, AttributeValue> item(int i) {
    return Map.of(
        "PK", fromS("item" + i),
        "PK2", fromS(GROUPS.get(i % 3)),
        "SK", fromS("2024-05-%02d 00:00".formatted(1 + i % 30)),
        "rating", fromN("" + (1 + i % 3)),
        "language", fromS(i % 2 == 0 ? "de" : "pt"),
        "likes", fromN("" + i / 2));
  }

  private static Map<String, AttributeValue> item(int i, Map<String, AttributeValue> changed) {
    Map<String, AttributeValue> item = new HashMap<>(item(i));
    item.putAll(changed);
    return item;
  }

  private Generation serving(String listing) {
    return Audit.serving(servers.state, listing, table.stream());
  }

  /// Nothing writes meanwhile, so no time needs to pass.
  private AuditResult audit(Generation generation, boolean repair, double sample) {
    AuditSetup real = servers.wiring(LISTINGS, table).audit(generation);
    AuditSetup setup =
        new AuditSetup(real.indexed().with(_ -> {}), real.inspector(), real.scan(), new Random(1));
    AuditSettings all = AuditSettings.DEFAULT;
    AuditSettings settings =
        new AuditSettings(sample, 0, all.workers(), repair, all.lag(), all.until());
    return new Audit(setup, settings).run(generation);
  }

  private Map<String, GroupDump> dumps(Generation generation) {
    IndexCheck check = new IndexCheck(servers.index.inspector());
    Map<String, GroupDump> dumps = new HashMap<>();
    GROUPS.forEach(group -> dumps.put(group, check.dump(generation, group)));
    return dumps;
  }

  @Test
  void damageIsFoundAndRepairedAndNothingElseIsTouched() {
    for (String name : LISTINGS.byName().keySet()) {
      Generation generation = serving(name);
      Map<String, GroupDump> sound = dumps(generation);
      assertEquals(0, audit(generation, false, 1).different(), name);
      Map<Count, Long> planted = damage(generation);
      Map<String, GroupDump> damaged = dumps(generation);

      AuditResult found = audit(generation, false, 1);
      assertEquals(planted, found.differences(), name);
      assertEquals(damaged, dumps(generation), name);
      assertFalse(found.isClean(), name);

      AuditResult repaired = audit(generation, true, 1);
      assertEquals(planted, repaired.differences(), name);
      assertEquals(found.different(), repaired.count(Count.SETTLED), name);
      assertTrue(repaired.isClean());
      assertTrue(audit(generation, false, 1).isClean(), name);
      assertEquals(sound, dumps(generation), name);
    }
  }

  /// Writes what no record says.
  private Map<Count, Long> damage(Generation generation) {
    Indexed missing = indexed(generation, item(0));
    write(generation, missing, null, missing.entry());
    Indexed ghost = indexed(generation, item(1, Map.of("PK", fromS("ghost"))));
    write(generation, ghost, ghost.entry());
    Indexed elsewhere = indexed(generation, item(2, Map.of("PK2", fromS("nowhere else"))));
    write(generation, elsewhere, elsewhere.entry());
    if (generation.definition().filters().isEmpty()) {
      return Map.of(Count.MISSING, 1L, Count.GHOST, 2L);
    }
    Indexed unrated = indexed(generation, item(9, Map.of("rating", fromN("99"))));
    write(generation, unrated, unrated.entry(), indexed(generation, item(9)).entry());
    boolean hasSets = server == RedisTopology.SINGLE_NODE;
    if (hasSets) {
      damageSets(generation);
    }
    return Map.of(
        Count.MISSING, hasSets ? 3L : 1L, Count.GHOST, hasSets ? 5L : 2L, Count.MISPLACED, 1L);
  }

  /// Redis has a set for the whole group and one for each cell: two items are missing in one of
  /// them, and three entries too many are in one alone.
  private void damageSets(Generation generation) {
    try (Jedis redis = new Jedis(URI.create(server.url()))) {
      set(redis, generation, item(4), true, false);
      set(redis, generation, item(5), false, false);
      set(redis, generation, item(6, Map.of("PK", fromS("ghost2"))), true, true);
      set(redis, generation, item(7, Map.of("PK", fromS("ghost3"))), false, true);
      set(redis, generation, item(12, Map.of("rating", fromN("99"))), false, true);
    }
  }

  private static void set(
      Jedis redis,
      Generation generation,
      Map<String, AttributeValue> item,
      boolean whole,
      boolean present) {
    Indexed where = indexed(generation, item);
    String group = where.groups().iterator().next().text();
    String set = whole ? "all" : "cell:" + where.entry().cell().name();
    byte[] key =
        "pm:%s:{%s/%s}:%s"
            .formatted(generation.id(), generation.listing(), group, set)
            .getBytes(UTF_8);
    byte[] member = where.entry().position().member().toArray();
    if (present) {
      redis.zadd(key, where.entry().position().score(), member);
    } else {
      redis.zrem(key, member);
    }
  }

  private static Indexed indexed(Generation generation, Map<String, AttributeValue> item) {
    return (Indexed) generation.definition().indexable(item);
  }

  private void write(Generation generation, Indexed where, @Nullable Entry entry, Entry... old) {
    Op op =
        new Op(
            generation.definition().positions().itemKey(where.entry().position()),
            new Sequence("9".repeat(38)),
            entry,
            Set.of(old));
    GroupWrite write =
        new GroupWrite(generation.group(where.groups().iterator().next()), List.of(op));
    assertEquals(
        List.of(new WriteResult.Written(1, 0, List.of())),
        servers.index.writer().write(List.of(write)));
  }

  /// The second answer comes from the checkpoint, because the audit is over.
  @Test
  void anAuditWithATokenIsKeptUntilItIsOver() {
    AuditHandler handler = new AuditHandler(servers.wiring(LISTINGS, table));
    Map<String, Object> request = Map.of("listing", "score-plain", "token", "t1");
    Map<String, Object> answer = handler.handleRequest(request, new TestContext());
    assertEquals("DONE", answer.get("status"));
    assertEquals((long) ITEMS, answer.get("items"));
    assertEquals(answer, handler.handleRequest(request, new TestContext()));
    assertEquals(
        "the audit was begun as %1$s, sample 1.0, draws 0, repair false, not as %1$s, sample 1.0, draws 0, repair true: begin anew"
            .formatted(serving("score-plain").id()),
        refusal(handler, Map.of("token", "t1", "input", Map.of("repair", true))));
    assertEquals(
        "\"fields\" is keys; valid values: [draws, listing, readByKey, repair, sample]",
        refusal(handler, Map.of("token", "t2", "input", Map.of("keys", true))));
    assertEquals(
        "\"action\" is drop; valid values: audit, stats",
        refusal(handler, Map.of("action", "drop")));
  }

  @Test
  void anAuditOfAllThatIsReadByKeyTakesOneListingAfterAnother() {
    AuditHandler handler = new AuditHandler(servers.wiring(LISTINGS, table));
    TestContext context = new TestContext();
    Map<String, Object> request = Map.of("token", "month", "input", Map.of("readByKey", true));
    assertEquals("DONE", handler.handleRequest(request, context).get("status"));
    assertEquals(
        List.copyOf(LISTINGS.byName().keySet()).stream().sorted().toList(),
        context.json().stream().map(line -> line.path("listing").asText()).toList());
  }

  private static String refusal(AuditHandler handler, Map<String, Object> fields) {
    Map<String, Object> event = new HashMap<>(fields);
    event.put("listing", "score-plain");
    return String.valueOf(
        assertThrows(RuntimeException.class, () -> handler.handleRequest(event, new TestContext()))
            .getMessage());
  }
}
