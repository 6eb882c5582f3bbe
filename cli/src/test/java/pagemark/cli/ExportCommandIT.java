package pagemark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.index.TakesLong;
import pagemark.local.LocalHttp;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Runs `pagemark export` on a stack of 50 notes, through a proxy that makes pages of 20.
@TakesLong(15)
final class ExportCommandIT {
  @TempDir private static Path folder;
  private static NotesStack notes;
  private static HttpServer proxy;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /// The statuses of the next answers; 0, and no status, passes a request on to the stack.
  private static final List<Integer> STATUSES = new ArrayList<>();

  private static String cursor = "";

  @BeforeAll
  static void start() throws Exception {
    notes = NotesStack.start(folder);
    proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.createContext("/", ExportCommandIT::forward);
    proxy.start();
  }

  @AfterAll
  static void stop() {
    proxy.stop(0);
    notes.close();
  }

  private static void forward(HttpExchange exchange) throws IOException {
    int status = STATUSES.isEmpty() ? 0 : STATUSES.removeFirst();
    String asked = exchange.getRequestURI().toString().replace("size=500", "size=20");
    byte[] body = "out of order".getBytes(UTF_8);
    if (status == 0) {
      String url = notes.stack().url().resolve(asked) + cursor;
      try {
        HttpResponse<byte[]> answer =
            HTTP.send(
                HttpRequest.newBuilder(URI.create(url)).build(),
                HttpResponse.BodyHandlers.ofByteArray());
        status = answer.statusCode();
        body = answer.body();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
    exchange.sendResponseHeaders(status, body.length);
    try (exchange) {
      exchange.getResponseBody().write(body);
    }
  }

  private static NotesStack.Exit export(Path out, String... more) {
    List<String> arguments = new ArrayList<>(List.of("export", "--listing=notes", "--group=a"));
    arguments.add("--url=http://localhost:%d/".formatted(proxy.getAddress().getPort()));
    arguments.add("--out=" + out);
    arguments.addAll(List.of(more));
    return NotesStack.execute(arguments.toArray(String[]::new));
  }

  private static List<String> lines(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj("{\"id\":\"n%1$d\",\"topic\":\"a\",\"at\":%1$d}"::formatted)
        .toList();
  }

  @Test
  void allItemsAreLinesAndTheFileIsNotOverwritten() throws Exception {
    Path out = folder.resolve("all.jsonl");
    export(out, "--query=to=50").ended(0).says("Wrote 50 items to " + out);
    assertEquals(parsed(lines(0, 50)), parsed(Files.readAllLines(out)));
    assertFalse(Files.exists(folder.resolve("all.jsonl.part")));
    export(out).ended(1).says("is there already. Name another file, or remove it");
    assertEquals(50, Files.readAllLines(out).size());
  }

  /// The members of an item have no order.
  private static List<JsonNode> parsed(List<String> lines) throws IOException {
    List<JsonNode> parsed = new ArrayList<>();
    for (String line : lines) {
      parsed.add(ExportedFile.JSON.readTree(line));
    }
    return parsed;
  }

  @Test
  void whatWasStoppedGoesOnBehindTheLastWholePage() throws Exception {
    Path out = folder.resolve("stopped.jsonl");
    STATUSES.addAll(List.of(0, 503, 0, 403));
    export(out, "--query=to=50").ended(1).says("403: out of order");
    assertEquals(40, Files.readAllLines(out).size());
    Files.writeString(out, "{\"id\":\"n4", StandardOpenOption.APPEND);
    export(out, "--query=to=49").ended(1).says("is a part of another export, of http");
    export(out, "--query=to=50").ended(0).says("Going on behind 40 items");
    assertEquals(parsed(lines(0, 50)), parsed(Files.readAllLines(out)));
  }

  @Test
  void aRefusedCursorSaysItsAgeAndHowToBeginAnew() {
    Path out = folder.resolve("old.jsonl");
    STATUSES.addAll(List.of(0, 403));
    export(out, "--query=to=50").ended(1);
    cursor = "x";
    try {
      export(out, "--query=to=50")
          .ended(1)
          .says("The cursor is 0 hours old. To begin anew, remove " + out);
    } finally {
      cursor = "";
    }
  }

  /// Whoever finds a file without `FILE.part` takes it for whole.
  @Test
  void aFileThatIsNotWholeHasItsPartBesideIt() throws Exception {
    Path out = folder.resolve("begun.jsonl");
    Path unwritable = Files.createDirectories(folder.resolve("begun.jsonl.part.new/x"));
    export(out, "--query=to=50").ended(1).says("begun.jsonl cannot be written: ");
    assertFalse(Files.exists(out));
    Files.delete(unwritable);
    Files.delete(unwritable.getParent());
    STATUSES.addAll(List.of(0, 403));
    export(out, "--query=to=50").ended(1);
    assertTrue(Files.exists(folder.resolve("begun.jsonl.part")));
    export(out, "--query=to=50", "--attributes=id").ended(1).says("a part of another export");
    Files.delete(out);
    export(out, "--query=to=50").ended(1).says("begun.jsonl is shorter than it was. Name another");
    Files.writeString(folder.resolve("begun.jsonl.part"), "something else");
    export(out, "--query=to=50").ended(1).says("begun.jsonl.part is not of an export");
  }

  /// The first page of a number has all its items or none; its refusal names a cursor.
  @Test
  void itemsThatDoNotFitIntoOneAnswerAreWritten() throws Exception {
    for (int i = 0; i < 25; i++) {
      Map<String, AttributeValue> item =
          Map.of(
              "id", AttributeValue.fromS("large" + i),
              "topic", AttributeValue.fromS("c"),
              "at", AttributeValue.fromN("" + i),
              "text", AttributeValue.fromS("x".repeat(390_000)));
      notes.stack().client().putItem(p -> p.tableName(notes.stack().table()).item(item));
    }
    LocalHttp.awaitIndexed(notes.port());
    Path out = folder.resolve("large.csv");
    List<String> arguments =
        List.of("export", "--listing=notes", "--group=c", "--format=csv", "--out=" + out);
    List<String> all = new ArrayList<>(arguments);
    all.add("--url=" + notes.stack().url());
    NotesStack.execute(all.toArray(String[]::new)).ended(0).says("Wrote 25 items to " + out);
    List<String> lines = Files.readAllLines(out);
    assertEquals(26, lines.size());
    assertTrue(lines.get(25).contains("large24"), () -> lines.get(25).substring(0, 40));
    assertFalse(lines.getFirst().equals("others"));
  }

  @Test
  void csvQuotesAndKeepsWhatHasNoColumn() throws Exception {
    Map<String, AttributeValue> item =
        Map.of(
            "id", AttributeValue.fromS("n90"),
            "topic", AttributeValue.fromS("b"),
            "at", AttributeValue.fromN("90"),
            "text", AttributeValue.fromS("say \"hi\", then\nleave"),
            "none", AttributeValue.fromNul(true),
            "price", AttributeValue.fromN("12345678901234567890.10"),
            "tags", AttributeValue.fromSs(List.of("x", "y")));
    notes.stack().client().putItem(p -> p.tableName(notes.stack().table()).item(item));
    LocalHttp.awaitIndexed(notes.port());
    Path out = folder.resolve("b.csv");
    String columns = "--attributes=id,text,none,price,nowhere";
    NotesStack.Exit exit =
        NotesStack.execute(
            "export",
            "--listing=notes",
            "--group=b",
            "--url=" + notes.stack().url(),
            "--format=csv",
            columns,
            "--json",
            "--out=" + out);
    assertEquals(1, exit.ended(0).json().path("items").intValue());
    String[] parts = Files.readString(out).split("\r\n", 2);
    assertEquals("id,text,none,price,nowhere,others", parts[0]);
    assertTrue(
        parts[1].startsWith("n90,\"say \"\"hi\"\", then\nleave\",,12345678901234567890.1,,\"{\"\""),
        parts[1]);
    assertTrue(parts[1].contains("\"\"tags\"\":[\"\"x\"\",\"\"y\"\"]"), parts[1]);
    assertTrue(parts[1].endsWith("}\"\r\n"), parts[1]);
  }

  @Test
  void whatIsNoAddressIsRefused() {
    Path out = folder.resolve("none.jsonl");
    export(out, "--query=page=2").ended(1).says("valid: filters, a window, sort and order");
    export(out, "--query=a b").ended(1).says("is no address");
    export(out, "--url=ftp://shop").ended(2);
    NotesStack.execute("export", "--listing=notes", "--url=ftp://shop", "--out=" + out)
        .ended(1)
        .says("is no address");
    assertFalse(Files.exists(out));
    export(out, "--query=rating=9").ended(1).says("400");
  }
}
