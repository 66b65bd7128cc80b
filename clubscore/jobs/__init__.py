"""Work that goes on beside requests: one table of jobs, and a worker beside every web process.

``queue``   asks for jobs, takes, keeps up, answers and stops them
``worker``  the process in which jobs are done, and the thread that sees to it
"""
