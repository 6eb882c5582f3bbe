package example.firestore;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.cloud.firestore.Firestore;
import com.google.cloud.firestore.FirestoreOptions;
import com.google.protobuf.ByteString;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import pagemark.embedded.Ports;

/// Google's emulator of Firestore. It posts a CloudEvent for each write, as Eventarc does, and
/// these wait here until the test takes them.
final class Emulator implements AutoCloseable {
  private static final String PROJECT = "demo-pagemark";
  private static final Duration START_MAX = Duration.ofSeconds(60);
  private static final int EVENT_SECONDS_MAX = 60;

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final HttpServer functions;
  private final Process process;
  private final String host;
  final Firestore firestore;

  /// An event's attribute `time`, and its data.
  record Event(Instant time, ByteString data) {}

  private Emulator(Path jar, int port) {
    try {
      functions =
          HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
      host = "127.0.0.1:" + port;
      process = start(jar, port);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    firestore =
        FirestoreOptions.newBuilder()
            .setProjectId(PROJECT)
            .setEmulatorHost(host)
            .build()
            .getService();
  }

  static Emulator start() throws Exception {
    Path jar = Path.of(System.getProperty("firestore.emulator"));
    assumeTrue(Files.exists(jar), "NOT RUN: this machine has no " + jar);
    Emulator emulator = Ports.start(0, port -> new Emulator(jar, port));
    emulator.functions.createContext("/", emulator::receive);
    emulator.functions.start();
    emulator.awaitStart();
    return emulator;
  }

  private Process start(Path jar, int port) throws IOException {
    List<String> line =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            jar.toString(),
            "com.google.cloud.datastore.emulator.firestore.CloudFirestore",
            "--host",
            "127.0.0.1",
            "--port",
            String.valueOf(port),
            "--functions_emulator",
            "127.0.0.1:" + functions.getAddress().getPort());
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private void awaitStart() throws Exception {
    Instant end = Instant.now().plus(START_MAX);
    while (Instant.now().isBefore(end) && process.isAlive()) {
      try {
        send(HttpRequest.newBuilder(uri("/")).build());
        return;
      } catch (IOException _) {
        Thread.sleep(100);
      }
    }
    throw new IllegalStateException("the emulator does not start");
  }

  /// Has each write of a document of the collection posted from now on.
  void trigger(String collection) throws Exception {
    String trigger =
        """
        {"eventType": "google.cloud.firestore.document.v1.written", "database": "(default)",
         "document": {"value": "%s/{id}", "matchType": "PATH_PATTERN"}}\
        """
            .formatted(collection);
    String path = "/emulator/v1/projects/" + PROJECT + "/eventarcTrigger?eventarcTriggerId=list";
    send(
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(trigger))
            .build());
  }

  private URI uri(String path) {
    return URI.create("http://" + host + path);
  }

  private void send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IllegalStateException(answer.statusCode() + " " + answer.body());
    }
  }

  /// The emulator encodes the data as Base64; Eventarc does not.
  private void receive(HttpExchange exchange) throws IOException {
    byte[] data = Base64.getDecoder().decode(exchange.getRequestBody().readAllBytes());
    String time = Objects.requireNonNull(exchange.getRequestHeaders().getFirst("ce-time"));
    events.add(new Event(Instant.parse(time), ByteString.copyFrom(data)));
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  /// The next events.
  List<Event> take(int count) throws InterruptedException {
    List<Event> taken = new ArrayList<>();
    while (taken.size() < count) {
      Event event = events.poll(EVENT_SECONDS_MAX, TimeUnit.SECONDS);
      taken.add(Objects.requireNonNull(event, "the emulator has sent too few events"));
    }
    return taken;
  }

  int waiting() {
    return events.size();
  }

  @Override
  public void close() {
    firestore.shutdown();
    http.close();
    functions.stop(0);
    process.destroy();
    process.onExit().join();
  }
}
