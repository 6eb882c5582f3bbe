package pagemark.pages;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.embedded.DynamoDbLocal;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.Op;
import pagemark.index.PageIndexReader;
import pagemark.index.Sequence;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.pages.cursor.CursorKeys;
import pagemark.pages.result.Page;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.SampleGenerations;
import pagemark.state.StateTable;
import pagemark.state.Suspect;
import pagemark.state.Suspects;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// A table on DynamoDB Local with a listing of it and an index. One server serves all tests of a
/// run; every listed table has tables of its own.
public class ListedTable {
  public static final String GENERATION = "g1";

  /// Starts with the first listed table.
  private static final class Server {
    private static final DynamoDbLocal SHARED =
        DynamoDbLocal.start(DynamoDbLocal.Options.inMemory());
  }

  private final Wire wire = new Wire();
  private final Wire stateWire = new Wire();
  private final DynamoDbClient setup = client(new Wire());
  private final String table;
  private final IndexStore index;
  private final StateTable state;
  private final Suspects suspects;
  private final Listings listings;
  private final Listing listing;
  private @Nullable ListingQuery own;
  private long sequence;

  /// @param name of the tables, different for every one
  /// @param definition of one listing
  public ListedTable(String name, String definition) {
    this(name, definition, new InMemoryIndex(InstantSource.system(), IndexSettings.DEFAULT));
  }

  public ListedTable(String name, String definition, IndexStore index) {
    this.table = name;
    this.index = index;
    this.listings = Definitions.listings(definition, name);
    this.listing = listings.byName().firstEntry().getValue();
    this.state = new StateTable(client(stateWire), name + "-state");
    this.suspects = Suspects.of(state);
    setup.createTable(StateTable.creation(table + "-state"));
    setup.createTable(ListingTables.creation(table, listing));
  }

  private static DynamoDbClient client(Wire wire) {
    return DynamoDbClient.builder()
        .endpointOverride(Server.SHARED.endpoint())
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .overrideConfiguration(c -> c.addExecutionInterceptor(wire))
        .build();
  }

  public StateTable state() {
    return state;
  }

  /// The settings of pages whose index is at `indexUrl`.
  public PagesSettings settings(String indexUrl, InstantSource clock) {
    return new PagesSettings(
        listings,
        client(wire),
        table + "-state",
        indexUrl,
        Optional.of(Definitions.CURSOR_KEYS),
        clock);
  }

  /// The services of pages of these listings.
  public PagesServices services(Listings others, PageIndexReader reader, InstantSource clock) {
    return services(others, reader, Optional.of(Definitions.CURSOR_KEYS), clock);
  }

  public PagesServices services(
      Listings others, PageIndexReader reader, Optional<CursorKeys> keys, InstantSource clock) {
    return new PagesServices(others, client(wire), state, suspects, reader, keys, clock);
  }

  /// Asks for pages of the listing. All questions share what the pages know.
  public synchronized ListingQuery asked() {
    if (own == null) {
      own = asked(index.reader());
    }
    return own;
  }

  /// Asks new pages, which know neither generations nor sizes of items.
  public ListingQuery asked(PageIndexReader reader) {
    return asked(reader, InstantSource.system());
  }

  public ListingQuery asked(PageIndexReader reader, InstantSource clock) {
    return asked(Pages.of(services(listings, reader, clock)));
  }

  /// Asks pages of another definition of the listing.
  public ListingQuery asked(String definition) {
    Listings others = Definitions.listings(definition, table);
    return asked(Pages.of(services(others, index.reader(), InstantSource.system())));
  }

  private ListingQuery asked(Pages pages) {
    return pages.listing(listing.name());
  }

  /// Serves the first generation, so that the API answers.
  public ListedTable open() {
    serve(GENERATION);
    return this;
  }

  /// Registers a generation, marks its slots and serves it.
  public void serve(String generation) {
    index.markers().building(generation, "nonce", Instant.EPOCH);
    state.register(SampleGenerations.of(listing, generation, Generation.State.BUILDING));
    index.markers().ready(generation, "nonce");
    state.serve(listing.name(), generation);
  }

  public String table() {
    return table;
  }

  /// The wire between all APIs and the listed table.
  public Wire wire() {
    return wire;
  }

  /// The wire between all APIs and `pagemark-state`.
  public Wire stateWire() {
    return stateWire;
  }

  public static URI endpoint() {
    return Server.SHARED.endpoint();
  }

  public Listings listings() {
    return listings;
  }

  /// The suspects filed for the listing.
  public List<Suspect> suspects() {
    return suspects.list(listing.name(), "", 1_000);
  }

  public Generations generations() {
    return state;
  }

  public IndexStore index() {
    return index;
  }

  public Listing listing() {
    return listing;
  }

  /// Writes items into the table and the index.
  public void put(List<Map<String, AttributeValue>> items) {
    intoTable(items);
    intoIndex(items);
  }

  public void intoTable(List<Map<String, AttributeValue>> items) {
    List<WriteRequest> puts =
        items.stream()
            .map(item -> WriteRequest.builder().putRequest(p -> p.item(item)).build())
            .toList();
    for (int from = 0; from < puts.size(); from += 25) {
      List<WriteRequest> batch = puts.subList(from, Math.min(from + 25, puts.size()));
      setup.batchWriteItem(b -> b.requestItems(Map.of(table, batch)));
    }
  }

  public void outOfTable(String pk) {
    setup.deleteItem(d -> d.tableName(table).key(Map.of("PK", fromS(pk))));
  }

  /// Writes items into the index as the stream would, each into the group that it names.
  public void intoIndex(List<Map<String, AttributeValue>> items) {
    Map<Group, List<Op>> ops = new HashMap<>();
    for (Map<String, AttributeValue> item : items) {
      if (listing.definition().indexable(item) instanceof Indexed(var groups, var entry)) {
        Bytes key = listing.definition().positions().itemKey(entry.position());
        for (Group group : groups) {
          Sequence next = new Sequence(Long.toString(++sequence));
          ops.computeIfAbsent(group, _ -> new ArrayList<>())
              .add(new Op(key, next, entry, Set.of()));
        }
      }
    }
    ops.forEach(
        (group, list) -> {
          GroupRef ref = new GroupRef(GENERATION, listing.name(), group);
          for (int from = 0; from < list.size(); from += 100) {
            List<Op> some = list.subList(from, Math.min(from + 100, list.size()));
            index.writer().write(List.of(new GroupWrite(ref, some)));
          }
        });
  }

  /// The text of a string attribute that must be there.
  public static String text(@Nullable Map<String, AttributeValue> item, String name) {
    AttributeValue value = Objects.requireNonNull(item, "item").get(name);
    return Objects.requireNonNull(value, name).s();
  }

  /// The item with another value of an attribute.
  public static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item, String name, AttributeValue value) {
    Map<String, AttributeValue> changed = new HashMap<>(item);
    changed.put(name, value);
    return changed;
  }

  /// The keys of a page's items.
  public static List<String> keys(Page page) {
    return page.items().stream().map(item -> text(item, "PK")).toList();
  }

  /// A comment with the attributes of the sample.
  public static Map<String, AttributeValue> comment(String pk, String product, String at) {
    return Map.of(
        "PK", fromS(pk),
        "PK2", fromS(product),
        "SK", fromS(at),
        "rating", fromN("5"),
        "title", fromS("title of " + pk),
        "text", fromS("not shown"));
  }
}
