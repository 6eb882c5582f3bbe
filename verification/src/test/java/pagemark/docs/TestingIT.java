package pagemark.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import pagemark.index.Nightly;
import pagemark.index.Patience;
import pagemark.index.TakesLong;
import pagemark.redis.Wanted;

/// Does what docs/testing.md says: starts a stack by its script, lets its tests ask, each in its
/// own runner, and stops the stack.
@Nightly
@TakesLong(nightly = 25)
final class TestingIT {
  private static final String DOCUMENT = "docs/testing.md";
  private static final Pattern FILE =
      Pattern.compile("in `([A-Za-z_.]+)`:\n\n```[a-z]+\n(.*?)```", Pattern.DOTALL);

  private static final Duration STOP_MAX = Patience.of(Duration.ofSeconds(30));

  @TempDir private static Path folder;

  @BeforeAll
  static void start() throws Exception {
    Files.createSymbolicLink(folder.resolve("pagemark"), Documents.ROOT.resolve("pagemark"));
    for (String name : List.of("listings.json", "orders.jsonl")) {
      Files.copy(Documents.ROOT.resolve("examples/orders").resolve(name), folder.resolve(name));
    }
    Matcher files = FILE.matcher(Documents.text(DOCUMENT));
    while (files.find()) {
      Files.writeString(folder.resolve(files.group(1)), files.group(2));
    }
    run("bash", "-e", "-c", script("./pagemark local"));
    assertTrue(environment().startsWith("http://localhost:"), environment());
  }

  private static String script(String start) {
    return Script.of(DOCUMENT).stream()
        .map(Script::text)
        .filter(text -> text.startsWith(start))
        .findFirst()
        .orElseThrow();
  }

  private static String environment() throws Exception {
    return Files.readString(folder.resolve("stack.env")).strip().replaceFirst("PAGEMARK_URL=", "");
  }

  /// The last command has to end well; what it started may run on.
  private static String run(String... command) throws Exception {
    Path printed = folder.resolve("printed");
    ProcessBuilder process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    if (Files.exists(folder.resolve("stack.env"))) {
      process.environment().put("PAGEMARK_URL", environment());
    }
    int exit = process.start().waitFor();
    String text = Files.readString(printed);
    assertEquals(0, exit, text);
    return text;
  }

  /// Runs a line that the document shows.
  private static String shown(String line) throws Exception {
    assertTrue(script("export").contains("\n" + line + "\n"), line);
    return run(line.split(" "));
  }

  private static Optional<Path> onPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Test
  void nodesRunnerAsks() throws Exception {
    Wanted.on(onPath("node"), "node");
    String told = shown("node --test orders.test.mjs");
    assertTrue(told.contains("pass 1"), told);
  }

  @Test
  void pytestAsks() throws Exception {
    Wanted.on(onPath("pytest"), "pytest");
    String told = shown("python3 -m pytest -q test_orders.py");
    assertTrue(told.contains("1 passed"), told);
  }

  @Test
  void junitAsks() throws Exception {
    String path = System.getProperty("java.class.path") + File.pathSeparator + folder;
    Path source = folder.resolve("OrdersTest.java");
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", path, "-d", folder.toString(), source.toString());
    assertEquals(0, status);
    Path arguments = Files.writeString(folder.resolve("path"), "-cp \"" + path + "\"");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String told = run(java, "@" + arguments, Runner.class.getName(), "OrdersTest");
    assertTrue(told.matches("(?s).*\\b1 tests successful.*"), told);
  }

  /// JUnit in a process of its own, which has the document's variable.
  static final class Runner {
    private Runner() {}

    public static void main(String[] classes) {
      SummaryGeneratingListener summary = new SummaryGeneratingListener();
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(DiscoverySelectors.selectClass(classes[0]))
                  .build(),
              summary);
      summary.getSummary().printTo(new PrintWriter(System.out, true, UTF_8));
      System.exit(summary.getSummary().getTotalFailureCount() > 0 ? 1 : 0);
    }
  }

  /// The workflow runs what this class has run, and stops the stack even after a failure.
  @Test
  void theWorkflowRunsTheSame() {
    String text = Documents.text(DOCUMENT);
    String yaml = text.substring(text.indexOf("```yaml\n")).split("```", -1)[1];
    List<String> runs = new ArrayList<>();
    Matcher steps = Pattern.compile("(?m)run: (.*)$").matcher(yaml);
    while (steps.find()) {
      runs.add(steps.group(1));
    }
    assertEquals(
        List.of("bash -e start-stack.sh", "cat stack.env >> \"$GITHUB_ENV\""), runs.subList(2, 4));
    assertTrue(script("export").contains(runs.get(4)), runs::toString);
    assertEquals(script("kill").strip(), runs.getLast());
    assertTrue(yaml.contains("- if: always()\n        run: kill"), yaml);
  }

  @AfterAll
  static void stop() throws Exception {
    long pid = Long.parseLong(Files.readString(folder.resolve("stack.pid")).strip());
    ProcessHandle stack = ProcessHandle.of(pid).orElseThrow();
    List<ProcessHandle> all = Stream.concat(Stream.of(stack), stack.descendants()).toList();
    assertTrue(all.size() > 1, "it has started servers");
    run("bash", "-e", "-c", script("kill"));
    for (ProcessHandle each : all) {
      each.onExit().get(STOP_MAX.toSeconds(), TimeUnit.SECONDS);
      assertFalse(each.isAlive(), each::toString);
    }
  }
}
