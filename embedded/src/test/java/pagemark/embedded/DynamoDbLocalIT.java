package pagemark.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.embedded.DynamoDbLocal.Options;

@Order(1)
final class DynamoDbLocalIT {
  private static final String TABLE =
      """
      {"TableName": "comments", "BillingMode": "PAY_PER_REQUEST",
       "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
       "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}]}
      """;

  private static final String AUTHORIZATION =
      "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request,"
          + " SignedHeaders=host, Signature=0";

  @TempDir private Path temp;

  @Test
  void onlyThisMachineCanReachItAndNoWebPageMayReadItsAnswers() throws Exception {
    try (DynamoDbLocal server = DynamoDbLocal.start(Options.inMemory())) {
      assertEquals("{\"TableNames\":[]}", call(server.endpoint(), "ListTables", "{}").body());
      Listening.assertOnLoopbackOnly(server.endpoint().getPort());
      var allowed = call(server.endpoint(), "ListTables", "{}").headers();
      assertTrue(allowed.firstValue("Access-Control-Allow-Origin").isEmpty(), allowed::toString);
    }
  }

  @Test
  void tablesInADataFolderSurviveARestart() throws Exception {
    Options options = new Options(0, temp.resolve("data"));
    try (DynamoDbLocal server = DynamoDbLocal.start(options)) {
      assertEquals(200, call(server.endpoint(), "CreateTable", TABLE).statusCode());
    }
    try (DynamoDbLocal server = DynamoDbLocal.start(options)) {
      assertEquals(
          "{\"TableNames\":[\"comments\"]}", call(server.endpoint(), "ListTables", "{}").body());
    }
  }

  /// The stand-ins have no connector whose host could be set: one has none at all, as a later
  /// version may have, and one makes it when it starts, as others do.
  @Test
  void aServerThatCannotBeKeptOnLoopbackIsNotStarted() throws Exception {
    assertRefused(
        """
        package software.amazon.dynamodb.services.local.main;
        public class ServerRunner {
          public static Object createServerFromCommandLineArgs(String[] args) {
            return args;
          }
        }
        """);
    assertRefused(
        """
        package software.amazon.dynamodb.services.local.main;
        public class ServerRunner {
          private final ServerRunner server = this;
          private java.net.InetSocketAddress address;
          public static Object createServerFromCommandLineArgs(String[] args) {
            ServerRunner runner = new ServerRunner();
            runner.address = new java.net.InetSocketAddress(Integer.parseInt(args[1]));
            return runner;
          }
          public Object[] getConnectors() {
            return new Object[0];
          }
          public void start() throws Exception {
            com.sun.net.httpserver.HttpServer.create(address, 0).start();
          }
        }
        """);
  }

  private void assertRefused(String runner) throws IOException {
    Path jars = Files.createDirectories(temp.resolve("jars"));
    jarOf(jars.resolve("DynamoDBLocal-0.jar"), runner);
    StartFailure.assertNames(
        () -> DynamoDbLocal.start(Options.inMemory(), jars).close(), LoopbackServer.REFUSAL);
  }

  /// Its licence asks for a process of its own.
  @Test
  void itsJarsAreNotOnOurClassPath() throws Exception {
    List<String> ours =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Path.of(entry).getFileName().toString())
            .toList();
    try (Stream<Path> theirs = Files.list(JarFolder.find())) {
      List<String> jars = theirs.map(jar -> jar.getFileName().toString()).toList();
      assertTrue(jars.stream().anyMatch(jar -> jar.startsWith("DynamoDBLocal-")));
      assertEquals(List.of(), jars.stream().filter(ours::contains).toList());
    }
  }

  private void jarOf(Path jar, String source) throws IOException {
    String name = source.replaceFirst("(?s).*?public class (\\w+).*", "$1");
    Path file = Files.writeString(temp.resolve(name + ".java"), source);
    Path classes = temp.resolve("classes-" + name);
    run("javac", "-d", "" + classes, "" + file);
    run("jar", "cf", "" + jar, "-C", "" + classes, ".");
  }

  private static void run(String tool, String... arguments) {
    int code = ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, arguments);
    assertEquals(0, code, tool);
  }

  private static HttpResponse<String> call(URI endpoint, String operation, String body)
      throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request(endpoint, operation, body), HttpResponse.BodyHandlers.ofString());
    }
  }

  private static HttpRequest request(URI endpoint, String operation, String body) {
    return HttpRequest.newBuilder(endpoint)
        .header("Origin", "http://elsewhere.example")
        .header("Content-Type", "application/x-amz-json-1.0")
        .header("X-Amz-Target", "DynamoDB_20120810." + operation)
        .header("Authorization", AUTHORIZATION)
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }
}
