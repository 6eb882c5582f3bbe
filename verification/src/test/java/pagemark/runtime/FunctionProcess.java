package pagemark.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.index.Patience;
import software.amazon.awssdk.utilslite.SdkInternalThreadLocal;

/// A function in a process of its own, under the client that Lambda's Java runtime consists of. On
/// the class path are that client's jars alone; the client itself finds the function's below `lib`
/// of the folder that it is started in.
final class FunctionProcess implements AutoCloseable {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final Duration INIT_MAX = Patience.of(Duration.ofSeconds(60));
  private static final Duration OUTCOME_MAX = Patience.of(Duration.ofSeconds(60));
  private static final Duration END_MAX = Patience.of(Duration.ofSeconds(60));
  private static final Duration POLL = Duration.ofMillis(50);

  private static final String RUNTIME_JARS =
      Stream.of(
              AWSLambda.class,
              Context.class,
              LambdaEventSerializers.class,
              SdkInternalThreadLocal.class)
          .map(FunctionProcess::place)
          .collect(Collectors.joining(File.pathSeparator));

  private final RuntimeApi api;
  private final Process process;
  private final Path output;
  private final long began;

  private FunctionProcess(RuntimeApi api, Process process, Path output, long began) {
    this.api = api;
    this.process = process;
    this.output = output;
    this.began = began;
  }

  /// What to start.
  ///
  /// @param handler class and method
  /// @param environment besides what Lambda sets, and nothing of this process's
  /// @param java the file of the JVM, and its flags
  record Start(TaskRoot task, String handler, Map<String, String> environment, List<String> java) {
    Start with(String variable, String value) {
      Map<String, String> changed = new HashMap<>(environment);
      changed.put(variable, value);
      return new Start(task, handler, changed, java);
    }

    /// As Lambda starts what is to be restored from a snapshot.
    Start underSnapStart() {
      List<String> more = new ArrayList<>(java);
      more.add("-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac");
      return new Start(task, handler, environment, more)
          .with("AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start");
    }

    private List<String> command() throws IOException {
      List<String> command = new ArrayList<>(java);
      command.add(RuntimeLibrary.flag(Files.createTempDirectory(task.folder(), "runtime")));
      command.addAll(List.of("-cp", RUNTIME_JARS, AWSLambda.class.getName(), handler));
      return command;
    }

    private Map<String, String> variables(RuntimeApi api) {
      Map<String, String> variables =
          new HashMap<>(
              Map.of(
                  "AWS_LAMBDA_RUNTIME_API",
                  api.address(),
                  "AWS_LAMBDA_FUNCTION_NAME",
                  "pagemark",
                  "AWS_LAMBDA_FUNCTION_VERSION",
                  "$LATEST",
                  "AWS_LAMBDA_FUNCTION_MEMORY_SIZE",
                  "1024",
                  "LAMBDA_TASK_ROOT",
                  task.folder().toString(),
                  "_HANDLER",
                  handler));
      variables.putAll(environment);
      return variables;
    }
  }

  static FunctionProcess start(Start start) throws IOException {
    RuntimeApi api = RuntimeApi.start();
    Path output = Files.createTempFile(start.task().folder(), "output", ".txt");
    ProcessBuilder java =
        new ProcessBuilder(start.command())
            .directory(start.task().folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    java.environment().clear();
    java.environment().putAll(start.variables(api));
    long began = System.nanoTime();
    Process process = java.start();
    Thread.startVirtualThread(() -> api.endWith(process));
    return new FunctionProcess(api, process, output, began);
  }

  private static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// How long it took to the first request for an event; waits for that.
  Duration init() throws InterruptedException {
    return await(api.asked());
  }

  /// Waits until the hooks before a snapshot are through.
  void awaitCheckpoint() throws InterruptedException {
    await(api.checkpoint());
  }

  /// What a restoration begins with.
  void restore() {
    api.restore();
  }

  private Duration await(CompletableFuture<Long> moment) throws InterruptedException {
    try {
      return Duration.ofNanos(moment.get(INIT_MAX.toNanos(), TimeUnit.NANOSECONDS) - began);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("not there in " + INIT_MAX + ":\n" + output(), e);
    }
  }

  /// The outcome of one event.
  Outcome invoke(String event) throws InterruptedException {
    api.send(event);
    return outcome();
  }

  /// The outcome that comes next, such as that of an initialisation.
  Outcome outcome() throws InterruptedException {
    long end = System.nanoTime() + OUTCOME_MAX.toNanos();
    while (System.nanoTime() < end) {
      boolean over = !process.isAlive();
      Outcome outcome = api.poll(POLL);
      if (outcome != null) {
        return outcome;
      }
      if (over) {
        throw new AssertionError("it ended with " + process.exitValue() + ":\n" + output());
      }
    }
    throw new AssertionError("no outcome in " + OUTCOME_MAX + ":\n" + output());
  }

  /// All that the process has printed.
  String output() {
    try {
      return Files.readString(output, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The objects among the lines that it has printed. Other lines are the JVM's own.
  List<JsonNode> lines() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : output().lines().filter(printed -> printed.contains("{\"")).toList()) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  /// Ends the process as Lambda does (SIGTERM), and waits until it has.
  void end() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(END_MAX.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("it goes on:\n" + output());
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
    api.close();
  }

  /// The native library of the client that Lambda's Java runtime consists of. A client that is not
  /// told a place unpacks it to one and the same file of `/tmp`. One function is alone there on
  /// Lambda; here, the process of another may be loading that file.
  private static final class RuntimeLibrary {
    private static final String PROPERTY =
        "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";

    private RuntimeLibrary() {}

    /// The JVM's flag that tells a client its own copy.
    ///
    /// @param folder where the copy is put
    static String flag(Path folder) throws IOException {
      String name = "libaws-lambda-jni.linux-" + architecture() + ".so";
      Path copy = folder.resolve(name);
      try (InputStream library = AWSLambda.class.getResourceAsStream("/jni/" + name)) {
        if (library == null) {
          throw new FileNotFoundException(name + " is not in the client's jar");
        }
        Files.copy(library, copy, StandardCopyOption.REPLACE_EXISTING);
      }
      return "-D" + PROPERTY + "=" + copy;
    }

    private static String architecture() {
      return System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
    }
  }
}
