// The example is a project of its own kind; here it only runs with the other tests.
import "../../examples/downstream/downstream.test.js";
