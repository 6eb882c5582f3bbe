package pagemark.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import pagemark.index.Patience;

/// Lambda's Runtime API for one process, on the loopback interface: it hands out events one by one
/// (`invocation/next`) and takes answers, errors and errors of the initialisation. Under SnapStart
/// it takes the snapshot where the process asks for its restoration (`restore/next`), and answers
/// once [#restore] is called.
final class RuntimeApi implements AutoCloseable {
  private static final String ROOT = "/2018-06-01/runtime/";

  /// No process waits longer for an event, and no test for an outcome.
  private static final Duration WAIT_MAX = Patience.of(Duration.ofMinutes(2));

  private static final Duration INVOCATION_MAX = Patience.of(Duration.ofMinutes(10));

  /// @param began nanoseconds
  private record Event(String json, long began) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(1);
  private final BlockingQueue<Outcome> outcomes = new ArrayBlockingQueue<>(1);
  private final CompletableFuture<Long> asked = new CompletableFuture<>();
  private final CompletableFuture<Long> checkpoint = new CompletableFuture<>();
  private final CountDownLatch restored = new CountDownLatch(1);
  private volatile @Nullable Event running;

  private RuntimeApi(HttpServer server) {
    this.server = server;
  }

  static RuntimeApi start() throws IOException {
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    RuntimeApi api = new RuntimeApi(HttpServer.create(free, 0));
    api.server.setExecutor(api.threads);
    api.server.createContext(ROOT, api::handle);
    api.server.start();
    return api;
  }

  /// As in `AWS_LAMBDA_RUNTIME_API`.
  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring(ROOT.length());
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    try {
      switch (path) {
        case "invocation/next" -> next(exchange);
        case "restore/next" -> restoreNext(exchange);
        case "init/error", "restore/error" -> take(exchange, new Outcome.InitFailure(body));
        default -> take(exchange, outcome(path, body));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }

  private void next(HttpExchange exchange) throws IOException, InterruptedException {
    asked.complete(System.nanoTime());
    Event event = events.poll(WAIT_MAX.toNanos(), TimeUnit.NANOSECONDS);
    if (event == null) {
      exchange.sendResponseHeaders(500, -1);
      return;
    }
    running = event;
    byte[] json = event.json().getBytes(UTF_8);
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", "application/json");
    headers.set("Lambda-Runtime-Aws-Request-Id", "8476a536-e9f4-11e8-9739-2dfe598c3fcd");
    headers.set(
        "Lambda-Runtime-Deadline-Ms",
        Long.toString(System.currentTimeMillis() + INVOCATION_MAX.toMillis()));
    headers.set(
        "Lambda-Runtime-Invoked-Function-Arn",
        "arn:aws:lambda:us-east-1:123456789012:function:pagemark");
    exchange.sendResponseHeaders(200, json.length);
    exchange.getResponseBody().write(json);
  }

  private void restoreNext(HttpExchange exchange) throws IOException, InterruptedException {
    checkpoint.complete(System.nanoTime());
    boolean inTime = restored.await(WAIT_MAX.toNanos(), TimeUnit.NANOSECONDS);
    exchange.sendResponseHeaders(inTime ? 200 : 500, -1);
  }

  private Outcome outcome(String path, String body) {
    Event event = running;
    long nanos = event == null ? 0 : System.nanoTime() - event.began();
    return path.endsWith("/response")
        ? new Outcome.Answer(body, nanos)
        : new Outcome.Failure(path.endsWith("/error") ? body : "unknown call " + path);
  }

  private void take(HttpExchange exchange, Outcome outcome)
      throws IOException, InterruptedException {
    if (!outcomes.offer(outcome, WAIT_MAX.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new IOException("nobody waits for " + outcome);
    }
    exchange.sendResponseHeaders(202, -1);
  }

  /// When the process asked for its first event, in nanoseconds.
  CompletableFuture<Long> asked() {
    return asked;
  }

  /// When the process was ready for its snapshot, in nanoseconds.
  CompletableFuture<Long> checkpoint() {
    return checkpoint;
  }

  /// Waits for the end of the process: what it has not come to by then, it never will.
  void endWith(Process process) {
    process.onExit().join();
    IllegalStateException gone = new IllegalStateException("the process has ended");
    asked.completeExceptionally(gone);
    checkpoint.completeExceptionally(gone);
  }

  void restore() {
    restored.countDown();
  }

  /// Hands out an event as soon as the process asks for one.
  void send(String json) throws InterruptedException {
    Event event = new Event(json, System.nanoTime());
    if (!events.offer(event, WAIT_MAX.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new IllegalStateException("the event before is not fetched");
    }
  }

  /// The next outcome; null where there is none within `max`.
  @Nullable Outcome poll(Duration max) throws InterruptedException {
    return outcomes.poll(max.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
