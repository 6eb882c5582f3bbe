package pagemark.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import pagemark.check.TableEndpoint;
import pagemark.embedded.DynamoDbLocal;
import pagemark.embedded.TetheredProcess;
import pagemark.index.Nightly;
import pagemark.index.Patience;
import pagemark.index.TakesLong;
import pagemark.local.data.LocalDatabase;
import pagemark.proof.Conformance.Outcome;
import pagemark.proof.Conformance.Row;
import pagemark.redis.Wanted;
import pagemark.state.DatabasePool;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/// What docs/other-stores.md says of each store that runs here. LocalStack and others are asked by
/// whoever has them.
@Nightly
@TakesLong(nightly = 60)
final class ConformanceIT {
  private static final Path DYNALITE = Path.of("..", ".ci/dynalite");
  private static final Duration INSTALL_MAX = Patience.of(Duration.ofMinutes(2));

  @Test
  void dynamoDbLocalHasTheOutcomesOfTheDocument() throws IOException {
    String version = first("<dynamodb.local.version>(.*)</", Path.of("..", "pom.xml"));
    try (DynamoDbLocal server = DatabasePool.borrow()) {
      check("DynamoDB Local " + version, server.endpoint());
    }
  }

  @Test
  void dynaliteHasTheOutcomesOfTheDocument() throws Exception {
    Path program = Wanted.on(installed(), "dynalite: it takes Node 20 and npm's registry");
    String version = first("\"dynalite\": \"(.*)\"", DYNALITE.resolve("package.json"));
    int port = freePort();
    List<String> command =
        List.of("node", program.toString(), "--host", "127.0.0.1", "--port", "" + port);
    try (TetheredProcess server = TetheredProcess.start(_ -> command)) {
      server.awaitReady("dynalite", () -> isOpen(port));
      check("dynalite " + version, URI.create("http://127.0.0.1:" + port));
    }
  }

  private static void check(String store, URI endpoint) throws IOException {
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    TableEndpoint table =
        new TableEndpoint(endpoint, LocalDatabase.REGION, LocalDatabase.CREDENTIALS);
    Map<Row, Outcome> outcomes = new Conformance(table, lines::add).run();
    List<String> told = new ArrayList<>();
    outcomes.forEach((row, outcome) -> told.add(row.text() + ": " + outcome.text()));
    assertEquals(documented(store), told, () -> String.join("\n", lines));
    assertEquals(Row.values().length, told.size());
    try (DynamoDbClient client = table.client();
        DynamoDbWaiter waiter = waiter(client)) {
      client
          .listTables()
          .tableNames()
          .forEach(left -> waiter.waitUntilTableNotExists(d -> d.tableName(left)));
      assertEquals(List.of(), client.listTables().tableNames());
    }
  }

  /// A table takes a while to go.
  private static DynamoDbWaiter waiter(DynamoDbClient client) {
    BackoffStrategy pause = BackoffStrategy.fixedDelayWithoutJitter(Duration.ofMillis(200));
    return DynamoDbWaiter.builder()
        .client(client)
        .overrideConfiguration(o -> o.maxAttempts(100).backoffStrategyV2(pause))
        .build();
  }

  /// The rows of the document's table, with the cell of `store`.
  private static List<String> documented(String store) throws IOException {
    List<List<String>> rows =
        Files.readAllLines(Path.of("..", "docs/other-stores.md")).stream()
            .filter(line -> line.startsWith("| "))
            .map(line -> List.of(line.substring(1, line.length() - 1).split("[|]")))
            .map(cells -> cells.stream().map(String::strip).toList())
            .toList();
    int column = rows.getFirst().indexOf(store);
    assertTrue(column > 0, () -> store + " is not in " + rows.getFirst());
    return rows.stream().skip(2).map(cells -> cells.getFirst() + ": " + cells.get(column)).toList();
  }

  private static String first(String pattern, Path file) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(file))
        .results()
        .findFirst()
        .orElseThrow()
        .group(1);
  }

  /// Installs it if npm is there and has its registry.
  private static Optional<Path> installed() throws InterruptedException {
    try {
      Process npm =
          new ProcessBuilder("npm", "ci", "--silent", "--prefix", DYNALITE.toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      boolean ended = npm.waitFor(INSTALL_MAX.toSeconds(), TimeUnit.SECONDS);
      npm.destroyForcibly();
      return Optional.of(DYNALITE.resolve("node_modules/dynalite/cli.js"))
          .filter(_ -> ended && npm.exitValue() == 0);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static boolean isOpen(int port) {
    try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
