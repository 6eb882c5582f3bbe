package pagemark.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import pagemark.deploy.DeployedFunction;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStores;
import pagemark.listing.json.Listings;
import pagemark.local.data.LocalDatabase;
import pagemark.services.Services;
import pagemark.state.StateTable;
import pagemark.state.writer.WriterNote;
import pagemark.state.writer.Writers;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;

/// What the template deploys beside the functions: its two tables, and the server of the index.
/// They are empty, and no function has run yet.
final class DeployedServers implements AutoCloseable {
  static final String TABLE = "comments";
  static final String STATE_TABLE = "pagemark-state";

  /// This JVM with the options that Lambda sets for Java if a function has neither SnapStart nor
  /// provisioned concurrency.
  static final List<String> AS_LAMBDA =
      asLambda(Path.of(System.getProperty("java.home"), "bin", "java"));

  private static final String SYNC = "StreamSyncFunction";

  /// Their values belong to the cursors, which are optional.
  private static final Set<String> UNSET = Set.of("CURSOR_KEY", "CURSOR_KEY_PREVIOUS");

  private final AwsSide aws;
  private final IndexSide index;
  private volatile LambdaEndpoint.Function sync =
      _ -> {
        throw new IllegalStateException("no stream function runs");
      };
  private final LambdaEndpoint lambda = new LambdaEndpoint(SYNC, event -> sync.invoke(event));
  final DynamoDbClient dynamo;
  final String stream;

  /// With an index on Redis.
  ///
  /// @param aws closed with these
  DeployedServers(AwsSide aws) {
    this(aws, IndexSide.redis());
  }

  /// @param aws closed with these
  /// @param index closed with these
  DeployedServers(AwsSide aws, IndexSide index) {
    this.aws = aws;
    this.index = index;
    this.dynamo = aws.client();
    dynamo.createTable(StateTable.creation(STATE_TABLE));
    this.stream = createTable(TABLE);
  }

  /// The same of another JVM.
  static List<String> asLambda(Path java) {
    return List.of(java.toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");
  }

  /// Makes a table as the template has it. Some writer has followed its stream before: a rebuild
  /// waits for the first note of the first one.
  ///
  /// @return the ARN of its stream
  String createTable(String name) {
    String created = create(name);
    Writers.of(new StateTable(dynamo, STATE_TABLE))
        .note(
            new WriterNote(
                "before", created, Set.of(), Instant.now().minus(Duration.ofMinutes(6)), 0));
    return created;
  }

  private String create(String name) {
    JsonNode table = DeployedFunction.table();
    return dynamo
        .createTable(
            t ->
                t.tableName(name)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(attributes(table))
                    .keySchema(schema(table))
                    .globalSecondaryIndexes(
                        table
                            .path("GlobalSecondaryIndexes")
                            .valueStream()
                            .map(DeployedServers::gsi)
                            .toList())
                    .streamSpecification(
                        StreamSpecification.builder()
                            .streamEnabled(true)
                            .streamViewType(
                                table.at("/StreamSpecification/StreamViewType").asText())
                            .build()))
        .tableDescription()
        .latestStreamArn();
  }

  private static List<AttributeDefinition> attributes(JsonNode table) {
    List<AttributeDefinition> attributes = new ArrayList<>();
    for (JsonNode attribute : table.path("AttributeDefinitions")) {
      attributes.add(
          AttributeDefinition.builder()
              .attributeName(attribute.path("AttributeName").asText())
              .attributeType(attribute.path("AttributeType").asText())
              .build());
    }
    return attributes;
  }

  private static List<KeySchemaElement> schema(JsonNode of) {
    List<KeySchemaElement> schema = new ArrayList<>();
    for (JsonNode element : of.path("KeySchema")) {
      schema.add(
          KeySchemaElement.builder()
              .attributeName(element.path("AttributeName").asText())
              .keyType(element.path("KeyType").asText())
              .build());
    }
    return schema;
  }

  private static GlobalSecondaryIndex gsi(JsonNode index) {
    return GlobalSecondaryIndex.builder()
        .indexName(index.path("IndexName").asText())
        .keySchema(schema(index))
        .projection(
            Projection.builder()
                .projectionType(index.at("/Projection/ProjectionType").asText())
                .build())
        .build();
  }

  /// The packaged function as the template starts it, on these servers.
  ///
  /// @param folder an empty one, for the function
  FunctionProcess.Start packaged(DeployedFunction function, Path folder) throws IOException {
    TaskRoot task =
        TaskRoot.lay(
            Files.createDirectories(folder),
            function.jar(),
            DeployedFunction.text("listings.json"));
    return new FunctionProcess.Start(
        task, function.handler(), environment(function.variables()), AS_LAMBDA);
  }

  /// What functions in this process work with.
  ///
  /// @param listings as listings.json has them
  Services services(String listings) {
    return services(listings, index.url());
  }

  /// The same with another index.
  Services services(String listings, String indexUrl) {
    return new Services(
        Listings.parse(listings, Map.of("TABLE_NAME", TABLE)),
        dynamo,
        new StateTable(dynamo, STATE_TABLE),
        IndexStores.open(indexUrl, IndexSettings.DEFAULT),
        InstantSource.system());
  }

  String indexUrl() {
    return index.url();
  }

  URI endpoint() {
    return aws.endpoint();
  }

  /// Builds the index of the example's listing, by functions in this process.
  void rebuild() {
    Services services = services(DeployedFunction.text("listings.json"));
    try {
      DutyFunctions functions = new DutyFunctions(services, TABLE, stream);
      Map<String, Object> built = functions.rebuild(Map.of("listing", "comments"));
      if (!"DONE".equals(built.get("status"))) {
        throw new AssertionError(built);
      }
    } finally {
      services.index().close();
    }
  }

  /// A function of the template, packaged for the index.
  DeployedFunction function(String name) {
    return DeployedFunction.named(name).packagedFor(index.kind());
  }

  /// What the template's variables are here, and what Lambda sets for the SDK.
  private Map<String, String> environment(Set<String> names) {
    Map<String, String> known =
        Map.ofEntries(
            Map.entry("TABLE_NAME", TABLE),
            Map.entry("STATE_TABLE_NAME", STATE_TABLE),
            Map.entry("STREAM_ARN", stream),
            Map.entry("INDEX_URL", index.url()),
            Map.entry("PAGEMARK_DIAGNOSTICS", "on"),
            Map.entry("INDEX_TIMEOUT_MILLIS", "300"),
            Map.entry("BASE_PATH", "/"),
            Map.entry("CORS_ORIGINS", "none"),
            Map.entry("SYNC_FUNCTION_NAME", SYNC),
            Map.entry("JAVA_TOOL_OPTIONS", "-Dhttp.maxConnections=64"),
            Map.entry("AWS_ENDPOINT_URL_DYNAMODB", aws.endpoint().toString()),
            Map.entry("AWS_ENDPOINT_URL_DYNAMODB_STREAMS", aws.endpoint().toString()),
            Map.entry("AWS_ENDPOINT_URL_LAMBDA", lambda.uri().toString()));
    Map<String, String> environment = new HashMap<>();
    for (String name : names) {
      if (!UNSET.contains(name)) {
        environment.put(name, Objects.requireNonNull(known.get(name), name));
      }
    }
    environment.put("AWS_REGION", LocalDatabase.REGION.id());
    environment.put("AWS_ACCESS_KEY_ID", "local");
    environment.put("AWS_SECRET_ACCESS_KEY", "local");
    return environment;
  }

  /// The stream function as other functions call it.
  void sync(LambdaEndpoint.Function function) {
    sync = function;
  }

  @Override
  public void close() {
    lambda.close();
    dynamo.close();
    index.close();
    aws.close();
  }

  /// Lambda's own API as far as one function calls another, and waits for its answer. It takes
  /// signed requests only, and does not look at their signatures.
  static final class LambdaEndpoint implements AutoCloseable {
    interface Function {
      String invoke(String event) throws Exception;
    }

    private final HttpServer server;

    /// @param name the only function that can be called
    LambdaEndpoint(String name, Function function) {
      try {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      String path = "/2015-03-31/functions/" + name + "/invocations";
      server.createContext(path, exchange -> answer(exchange, function));
      server.start();
    }

    private static void answer(HttpExchange exchange, Function function) throws IOException {
      try (exchange) {
        String event = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String signature = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        if (!signature.contains("/lambda/aws4_request")) {
          exchange.sendResponseHeaders(403, -1);
          return;
        }
        byte[] answer = function.invoke(event).getBytes(UTF_8);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
      } catch (Exception e) {
        throw new IOException(e);
      }
    }

    URI uri() {
      return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
