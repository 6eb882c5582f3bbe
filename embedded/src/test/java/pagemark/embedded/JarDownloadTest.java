package pagemark.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A repository on this machine holds the files; some are missing, or others than the listed ones.
final class JarDownloadTest {
  private static final Map<String, String> FILES =
      Map.of("a/one/1/one-1.jar", "one", "b/two/2/two-2.jar", "two", "b/three/3/three-3.jar", "x");

  private final CountDownLatch end = new CountDownLatch(1);
  @TempDir private Path temp;
  private Path folder = Path.of("");
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    folder = temp.resolve("dynamodb-local");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  @AfterEach
  void stop() {
    end.countDown();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring("/maven/".length());
    if (path.startsWith("slow")) {
      exchange.sendResponseHeaders(200, 1000);
      exchange.getResponseBody().write('x');
      exchange.getResponseBody().flush();
      await();
    }
    byte[] body = FILES.getOrDefault(path, "").getBytes(UTF_8);
    exchange.sendResponseHeaders(body.length == 0 ? 404 : 200, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void await() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String url() {
    return "http://127.0.0.1:%d/maven".formatted(server.getAddress().getPort());
  }

  private JarFolder.Download download(String repository, Map<String, String> listed)
      throws Exception {
    List<String> lines = new ArrayList<>(List.of(url()));
    for (Map.Entry<String, String> each : listed.entrySet()) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(each.getValue().getBytes(UTF_8));
      lines.add(HexFormat.of().formatHex(digest) + "  " + each.getKey());
    }
    Path list = Files.write(temp.resolve("dynamodb-local.jars"), lines);
    return new JarFolder.Download(list, repository, Duration.ofSeconds(30));
  }

  @Test
  void allListedFilesAreInTheFolder() throws Exception {
    Files.createDirectories(temp.resolve("dynamodb-local.unfinished-999999999/left"));
    download("", FILES).into(folder);
    assertEquals(List.of("one-1.jar", "three-3.jar", "two-2.jar"), names(folder));
    assertEquals("one", Files.readString(folder.resolve("one-1.jar")));
    assertEquals(List.of("dynamodb-local", "dynamodb-local.jars"), names(temp));
  }

  @Test
  void anotherProcessThatDownloadsOrHasDoneSoIsLeftAlone() throws Exception {
    String other =
        "dynamodb-local.unfinished-" + ProcessHandle.current().parent().orElseThrow().pid();
    Files.createDirectories(temp.resolve(other));
    Files.createFile(Files.createDirectories(folder).resolve("done.jar"));
    download("", FILES).into(folder);
    assertEquals(List.of("done.jar"), names(folder));
    assertEquals(List.of("dynamodb-local", "dynamodb-local.jars", other), names(temp));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void fileWithOtherContentIsRefused() throws Exception {
    JarFolder.Download download = download("", Map.of("a/one/1/one-1.jar", "changed"));
    assertRefused(download, "a/one/1/one-1.jar has the SHA-256 ", url());
  }

  @Test
  void missingFileIsNamed() throws Exception {
    JarFolder.Download download = download("", Map.of("a/none/1/none-1.jar", "none"));
    assertRefused(
        download, url() + "/a/none/1/none-1.jar answers 404", "PAGEMARK_MAVEN_REPOSITORY");
  }

  @Test
  void repositoryThatDoesNotAnswerIsNamed() throws Exception {
    assertRefused(download("http://127.0.0.1:1", FILES), "http://127.0.0.1:1", "does not answer");
  }

  @Test
  void repositoryWhoseAddressIsNoneIsNamed() throws Exception {
    for (String wrong : List.of("127.0.0.1/maven", "ftp://127.0.0.1", "http://no host")) {
      assertRefused(download(wrong, FILES), wrong, "PAGEMARK_MAVEN_REPOSITORY");
    }
  }

  @Test
  void fileThatNeverEndsIsGivenUp() throws Exception {
    JarFolder.Download slow = download("", Map.of("slow/1/slow-1.jar", "slow"));
    JarFolder.Download bounded = new JarFolder.Download(slow.list(), "", Duration.ofMillis(200));
    assertRefused(bounded, "it takes longer than 0 seconds");
  }

  private void assertRefused(JarFolder.Download download, String... told) throws IOException {
    StartFailure.assertNames(() -> download.into(folder), told);
    assertFalse(Files.exists(folder));
    assertEquals(List.of("dynamodb-local.jars"), names(temp));
  }
}
