package pagemark.sync;

import java.net.URI;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import pagemark.embedded.DynamoDbLocal;
import pagemark.function.Wiring;
import pagemark.index.IndexServer;
import pagemark.index.IndexStore;
import pagemark.index.Markers;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTables;
import pagemark.services.Services;
import pagemark.state.StateTable;
import pagemark.table.TableItems.ConsistentItems;
import pagemark.watch.SignedCalls;
import pagemark.watch.SignedStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/// A database of DynamoDB Local without tables, and an empty index on a server, each with a client.
/// One DynamoDB Local serves all tests, as its start takes seconds of processor time. It keeps a
/// database for each access key, and each test has a key of its own.
public final class LocalServers implements AutoCloseable {
  public static final String STATE_TABLE = "pagemark-state";
  public static final Region REGION = Region.US_EAST_1;

  /// The shared DynamoDB Local, which ends with this JVM.
  private static final DynamoDbLocal DYNAMO =
      DynamoDbLocal.start(new DynamoDbLocal.Options(0, null, false));

  private static final AtomicInteger DATABASES = new AtomicInteger();

  public final URI endpoint = DYNAMO.endpoint();
  public final String accessKey;
  public final DynamoDbClient dynamo;
  public final IndexStore index;

  /// The markers of [#index], over connections of the tests' own.
  public final Markers markers;

  public final StateTable state;

  public LocalServers(IndexServer server) {
    accessKey = "database" + DATABASES.incrementAndGet();
    dynamo =
        DynamoDbClient.builder()
            .httpClient(UrlConnectionHttpClient.create())
            .endpointOverride(endpoint)
            .region(REGION)
            .credentialsProvider(credentials())
            .build();
    index = server.emptyStore();
    markers = server.markers(index);
    state = new StateTable(dynamo, STATE_TABLE);
    dynamo.createTable(StateTable.creation(STATE_TABLE));
  }

  private StaticCredentialsProvider credentials() {
    return StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, accessKey));
  }

  public Services services(Listings listings) {
    return services(listings, InstantSource.system());
  }

  public Services services(Listings listings, InstantSource clock) {
    return new Services(listings, dynamo, state, index, clock);
  }

  /// Makes the parts that read and write the index of a table.
  public Wiring wiring(Listings listings, StreamedTable table) {
    return new Wiring(services(listings), table.name(), table.stream());
  }

  /// Applies a table's stream. It keeps its notes where nobody looks, as if they were old.
  public StreamSync consumer(Listings listings, StreamedTable table) {
    IndexedTable indexed =
        IndexedTables.of(
            new ConsistentItems(dynamo, table.name()),
            index.writer(),
            index.markers(),
            state,
            state,
            InstantSource.system());
    return new StreamSync(indexed, listings.of(table.name()), table.stream(), null);
  }

  /// The records of a table's stream, as the watch reads them.
  public SignedStream records(StreamedTable table) {
    SignedCalls calls =
        new SignedCalls(UrlConnectionHttpClient.create(), credentials(), REGION.id());
    return new SignedStream(calls, endpoint, table.stream());
  }

  /// Begins the index of a listing if the table is empty.
  public boolean ensure(Listing listing, StreamedTable table) {
    return new EmptyTableBuild(dynamo, state, markers, index.writer()).ensure(listing, table);
  }

  /// Creates the table of [TableModel].
  public StreamedTable createTable() {
    return createTable(TableModel.NAME, "PK", ScalarAttributeType.S);
  }

  /// Creates a table whose stream has both images.
  public StreamedTable createTable(String name, String key, ScalarAttributeType type) {
    dynamo.createTable(
        table ->
            table
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    AttributeDefinition.builder().attributeName(key).attributeType(type).build())
                .keySchema(
                    KeySchemaElement.builder().attributeName(key).keyType(KeyType.HASH).build())
                .streamSpecification(
                    stream ->
                        stream
                            .streamEnabled(true)
                            .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    return StreamedTable.describe(dynamo, name);
  }

  @Override
  public void close() {
    index.close();
    dynamo.close();
  }
}
