package pagemark.embedded;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/// Downloads the jars of DynamoDB Local, once, because its licence does not let a release hand them
/// on. The release has a list of them: the address of a Maven repository in the first line, then
/// for each jar its SHA-256 and its path in the repository.
///
/// The folder appears only when all jars are there and have the digests of the list. Until then
/// they lie in a folder beside it, named for this process, which a later download removes if this
/// process is killed. So two first starts at the same time do not disturb each other.
///
/// @param list the file with the list
/// @param repository takes the place of the list's repository; empty for the list's
/// @param limit how long all of it may take
record JarDownload(Path list, String repository, Duration limit) {
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
      URI from = URI.create((repository.isEmpty() ? lines.getFirst() : repository) + "/");
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

  private void fetch(List<Jar> jars, URI from, Path folder) {
    try (HttpClient client =
            HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
        ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME)) {
      List<Future<?>> all = new ArrayList<>();
      jars.forEach(jar -> all.add(threads.submit(() -> fetch(jar, from, folder, client))));
      try {
        Instant end = Instant.now().plus(limit);
        for (Future<?> each : all) {
          each.get(Math.max(1, Duration.between(Instant.now(), end).toMillis()), MILLISECONDS);
        }
      } catch (TimeoutException e) {
        throw failure(from, "it takes longer than %d seconds".formatted(limit.toSeconds()));
      } catch (ExecutionException e) {
        throw failure(from, String.valueOf(Objects.requireNonNull(e.getCause()).getMessage()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw failure(from, "the download was interrupted");
      } finally {
        threads.shutdownNow();
        client.shutdownNow();
      }
    }
  }

  private static ServerStartException failure(URI from, String cause) {
    return new ServerStartException(
        ("DynamoDB Local, which the first start downloads, cannot be had from %s: %s. The"
                + " environment's %s names another Maven repository")
            .formatted(from, cause, REPOSITORY));
  }

  private void fetch(Jar jar, URI from, Path folder, HttpClient client) {
    URI uri = from.resolve(jar.path());
    try {
      HttpResponse<InputStream> answer =
          client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofInputStream());
      try (InputStream body = answer.body()) {
        if (answer.statusCode() != 200) {
          throw new IOException(uri + " answers " + answer.statusCode());
        }
        write(jar, body, folder);
      }
    } catch (IOException e) {
      String message = e.getMessage() == null ? uri + " does not answer" : e.getMessage();
      throw new UncheckedIOException(message, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void write(Jar jar, InputStream body, Path folder) throws IOException {
    MessageDigest digest = sha256();
    try (OutputStream file =
        new DigestOutputStream(Files.newOutputStream(jar.in(folder)), digest)) {
      byte[] buffer = new byte[1 << 16];
      long bytes = 0;
      for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        bytes += read;
        if (bytes > FILE_BYTES_MAX) {
          throw new IOException(jar.path() + " has more than " + FILE_BYTES_MAX + " bytes");
        }
        file.write(buffer, 0, read);
      }
    }
    String found = HexFormat.of().formatHex(digest.digest());
    if (!found.equals(jar.sha256())) {
      throw new IOException(
          "%s has the SHA-256 %s instead of %s".formatted(jar.path(), found, jar.sha256()));
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
