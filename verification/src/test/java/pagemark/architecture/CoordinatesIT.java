package pagemark.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// `release/coordinates`, on a copy of all poms and documents.
@Nightly
@TakesLong(nightly = 20)
final class CoordinatesIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String COPIED =
      "(.*/)?pom\\.xml|README\\.md|docs/.*\\.md|release/coordinates|\\.mvn/.*";
  private static final String LEFT_OUT = "(.*/)?(target|node_modules|\\.git)/.*";

  @TempDir private Path copy;
  private Map<String, String> before = Map.of();

  @BeforeEach
  void copy() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = ROOT.relativize(file).toString();
        if (name.matches(COPIED) && !name.matches(LEFT_OUT)) {
          Files.createDirectories(copy.resolve(name).getParent());
          Files.copy(file, copy.resolve(name));
        }
      }
    }
    before = texts();
  }

  private Map<String, String> texts() throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.walk(copy)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        texts.put(copy.relativize(file).toString(), Files.readString(file));
      }
    }
    return texts;
  }

  /// What a command printed, both of its streams.
  private String run(int exit, String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(copy.toFile()).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(exit, process.waitFor(), printed);
    return printed;
  }

  /// Maven refuses a dependency between modules of two groups, as its version stands beside the
  /// other group.
  @Test
  void everyPomAndDocumentHasTheOtherGroup() throws Exception {
    run(0, "release/coordinates", "io.github.some-one");
    Map<String, String> after = texts();
    before.replaceAll(
        (name, text) ->
            text.replace("<groupId>pagemark</groupId>", "<groupId>io.github.some-one</groupId>")
                .replace("<exclude>pagemark:", "<exclude>io.github.some-one:"));
    assertEquals(before, after);
    assertTrue(after.getOrDefault("docs/pages.md", "").contains("io.github.some-one"));
    String repository = System.getProperty("localRepository");
    run(
        0,
        "mvn",
        "-o",
        "-B",
        "-q",
        "-Dmaven.repo.local=" + repository,
        "-Pnightly,release",
        "validate");
    run(0, "release/coordinates", "org.example");
    assertEquals(List.of(), texts().values().stream().filter(t -> t.contains("some-one")).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "pagemark", "Io.Example", "io..example", "io.example|x", "io.1x"})
  void anotherTextIsRefusedAndChangesNothing(String group) throws Exception {
    String told = run(2, "release/coordinates", group);
    assertTrue(told.startsWith("coordinates: '%s' is no group id. Valid: ".formatted(group)), told);
    assertEquals(before, texts());
  }
}
