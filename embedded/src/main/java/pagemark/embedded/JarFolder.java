package pagemark.embedded;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;
import pagemark.embedded.TetheredProcess.Folders;

/// Finds the folder of DynamoDB Local's jars. In a release it is made at the first start, by a
/// [Download].
final class JarFolder {
  private static final String PROPERTY = "pagemark.dynamodb-local";
  private static final Duration DOWNLOAD_MAX = Duration.ofMinutes(15);

  private JarFolder() {}

  /// Finds the folder: the system property `pagemark.dynamodb-local` names it, else it is
  /// `dynamodb-local` beside the jar or class folder of this class.
  ///
  /// @throws ServerStartException if there is no such folder, and it cannot be downloaded
  static synchronized Path find() {
    Path beside = besideUs();
    Path list = beside.resolveSibling(beside.getFileName() + ".jars");
    if (System.getProperty(PROPERTY) == null && !Files.exists(beside) && Files.exists(list)) {
      System.err.println("Downloading DynamoDB Local into " + beside + ", once ...");
      String repository = Objects.requireNonNullElse(System.getenv(Download.REPOSITORY), "");
      new Download(list, repository, DOWNLOAD_MAX).into(beside);
    }
    return choose(System.getProperty(PROPERTY), beside);
  }

  static Path choose(@Nullable String named, Path beside) {
    Path folder = Optional.ofNullable(named).map(Path::of).orElse(beside);
    if (!Files.isDirectory(folder)) {
      throw new ServerStartException(
          ("DynamoDB Local's jars are missing: the system property %s (%s) names their folder, else"
                  + " it is %s")
              .formatted(PROPERTY, named == null ? "not set" : named, beside));
    }
    return folder.toAbsolutePath();
  }

  private static Path besideUs() {
    try {
      var source = JarFolder.class.getProtectionDomain().getCodeSource().getLocation();
      return Path.of(source.toURI()).resolveSibling("dynamodb-local");
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Downloads the jars of DynamoDB Local, once, because its licence does not let a release hand
  /// them on. The release has a list of them: the address of a Maven repository in the first line,
  /// then for each jar its SHA-256 and its path in the repository.
  ///
  /// The folder appears only when all jars are there and have the digests of the list. Until then
  /// they lie in a folder beside it, named for this process, which a later download removes if this
  /// process is killed. So two first starts at the same time do not disturb each other.
  ///
  /// @param list the file with the list
  /// @param repository takes the place of the list's repository; empty for the list's
  /// @param limit how long all of it may take
  record Download(Path list, String repository, Duration limit) {
    private static final int AT_A_TIME = 4;
    private static final long FILE_BYTES_MAX = 64L << 20;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final String UNFINISHED = ".unfinished-";

    /// The variable of the environment that names another repository.
    static final String REPOSITORY = "PAGEMARK_MAVEN_REPOSITORY";

    /// A jar of the list.
    private record Jar(String sha256, String path) {
      static Jar of(String line) {
        String[] fields = line.split(" +", 2);
        return new Jar(fields[0], fields[1]);
      }

      Path in(Path folder) {
        return folder.resolve(path.substring(path.lastIndexOf('/') + 1));
      }
    }

    /// @param folder gets the jars; it must not exist yet
    /// @throws ServerStartException if a file cannot be had, is not the listed one, or cannot be
    ///   written
    void into(Path folder) {
      String begin = folder.getFileName() + UNFINISHED;
      Path unfinished = folder.resolveSibling(begin + ProcessHandle.current().pid());
      try {
        List<String> lines = Files.readAllLines(list);
        String from = (repository.isEmpty() ? lines.getFirst() : repository) + "/";
        removeLeft(folder, begin);
        Files.createDirectories(unfinished);
        fetch(lines.stream().skip(1).map(Jar::of).toList(), from, unfinished);
        finish(unfinished, folder);
      } catch (IOException e) {
        throw new ServerStartException(
            "DynamoDB Local's jars cannot be written to " + folder + ": " + e, e);
      } finally {
        Folders.delete(unfinished);
      }
    }

    /// Removes what processes have left that run no more.
    private static void removeLeft(Path folder, String begin) throws IOException {
      List<Path> left = new ArrayList<>();
      try (DirectoryStream<Path> found =
          Files.newDirectoryStream(folder.toAbsolutePath().getParent(), begin + "[0-9]*")) {
        found.forEach(left::add);
      }
      for (Path each : left) {
        long pid = Long.parseLong(each.getFileName().toString().substring(begin.length()));
        if (pid == ProcessHandle.current().pid() || ProcessHandle.of(pid).isEmpty()) {
          Folders.delete(each);
        }
      }
    }

    /// Another process may have finished first; its jars are the same.
    private static void finish(Path unfinished, Path folder) throws IOException {
      try {
        Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileSystemException e) {
        if (!Files.isDirectory(folder)) {
          throw e;
        }
      }
    }

    private void fetch(List<Jar> jars, String from, Path folder) {
      Instant end = Instant.now().plus(limit);
      HttpClient client =
          HttpClient.newBuilder()
              .followRedirects(HttpClient.Redirect.NORMAL)
              .connectTimeout(CONNECT_TIMEOUT)
              .build();
      try {
        URI base = URI.create(from);
        jars.stream()
            .gather(
                Gatherers.mapConcurrent(
                    AT_A_TIME, jar -> Map.entry(jar, get(jar, base, end, client))))
            .forEach(each -> write(each.getKey(), each.getValue(), folder));
      } catch (UncheckedIOException | IllegalArgumentException e) {
        // The latter if the address is none.
        throw new ServerStartException(
            ("DynamoDB Local, which the first start downloads, cannot be had from %s: %s. The"
                    + " environment's %s names another Maven repository")
                .formatted(from, e.getMessage(), REPOSITORY),
            e);
      } finally {
        client.shutdownNow();
      }
    }

    /// @throws UncheckedIOException if the jar cannot be had; the message says why
    private byte[] get(Jar jar, URI from, Instant end, HttpClient client) {
      URI uri = from.resolve(jar.path());
      try {
        HttpResponse<byte[]> answer =
            client
                .sendAsync(
                    HttpRequest.newBuilder(uri).build(),
                    BodyHandlers.limiting(BodyHandlers.ofByteArray(), FILE_BYTES_MAX))
                .get(Math.max(1, Duration.between(Instant.now(), end).toMillis()), MILLISECONDS);
        if (answer.statusCode() != 200) {
          throw failure(uri + " answers " + answer.statusCode(), null);
        }
        String found = HexFormat.of().formatHex(sha256().digest(answer.body()));
        if (!found.equals(jar.sha256())) {
          throw failure(
              "%s has the SHA-256 %s instead of %s".formatted(jar.path(), found, jar.sha256()),
              null);
        }
        return answer.body();
      } catch (TimeoutException e) {
        throw failure("it takes longer than %d seconds".formatted(limit.toSeconds()), e);
      } catch (ExecutionException e) {
        String cause = e.getCause() == null ? null : e.getCause().getMessage();
        throw failure(cause == null ? uri + " does not answer" : cause, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw failure("the download was interrupted", e);
      }
    }

    private static UncheckedIOException failure(String message, @Nullable Throwable cause) {
      return new UncheckedIOException(message, new IOException(cause));
    }

    private static void write(Jar jar, byte[] bytes, Path folder) {
      try {
        Files.write(jar.in(folder), bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static MessageDigest sha256() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
