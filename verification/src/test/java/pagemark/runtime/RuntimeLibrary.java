package pagemark.runtime;

import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// The native library of the client that Lambda's Java runtime consists of. A client that is not
/// told a place unpacks it to one and the same file of `/tmp`. One function is alone there on
/// Lambda; here, the process of another may be loading that file.
final class RuntimeLibrary {
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
