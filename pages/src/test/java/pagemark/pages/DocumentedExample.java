package pagemark.pages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/// The first Java program of a page of docs.
final class DocumentedExample {
  private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private DocumentedExample() {}

  static String of(String page) throws Exception {
    Matcher example = EXAMPLE.matcher(Files.readString(Path.of("../docs", page)));
    assertTrue(example.find());
    return example.group(1);
  }

  static void compile(Path folder, String name, String source) throws Exception {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int status =
        compiler.run(
            null,
            null,
            errors,
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            folder.toString(),
            file.toString());
    assertEquals(0, status, errors.toString(UTF_8));
  }

  /// What the program prints.
  static String printed(Path folder, String name, String indexUrl) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String classPath = folder + File.pathSeparator + System.getProperty("java.class.path");
    Process process =
        new ProcessBuilder(java.toString(), "-cp", classPath, name, indexUrl)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), printed);
    return printed;
  }
}
